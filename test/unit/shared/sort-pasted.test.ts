import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { sortPasted } from '../../../shared/setup/sort-pasted.ts'

const URL_2 = 'https://pedidos.exemplo.com.br/9f2c71ab/od/v2'
const ID = 'app-cantina-lourdes'
const SECRET = 'k3Vb9-qLz_72mXw0RtPaYe4D'
const ALL = { address: URL_2, clientId: ID, clientSecret: SECRET }

describe('a text with the three', () => {
  it.each([
    ['lines without labels', `${URL_2}\n${ID}\n${SECRET}`],
    ['lines in another order', `${SECRET}\n${URL_2}\n${ID}`],
    ['one line', `${URL_2} ${ID} ${SECRET}`],
    ['one line with semicolons', `${URL_2};${ID};${SECRET}`],
    ['one line with commas', `${ID}, ${SECRET}, ${URL_2}`],
    ['a row of a table', `${URL_2}\t${ID}\t${SECRET}`],
    ['a table with a head', `URL da API\tClient ID\tClient Secret\n${URL_2}\t${ID}\t${SECRET}`],
    ['labels in Portuguese', `Endereço da API: ${URL_2}\nIdentificação: ${ID}\nSenha: ${SECRET}`],
    ['labels in English', `API URL: ${URL_2}\nClient ID: ${ID}\nClient Secret: ${SECRET}`],
    ['labels in Spanish', `Dirección de la API: ${URL_2}\nIdentificador: ${ID}\nContraseña: ${SECRET}`],
    ['another order of labels', `Client Secret = ${SECRET}\nURL = ${URL_2}\nClient ID = ${ID}`],
    ['labels above values', `URL da API\n${URL_2}\n\nClient ID\n${ID}\n\nClient Secret\n${SECRET}\ncopiar`],
    ['labels first', `URL da API\nClient ID\nClient Secret\n${URL_2}\n${ID}\n${SECRET}`],
    ['labels with tabs', `URL\t${URL_2}\nClient ID\t${ID}\nClient Secret\t${SECRET}`],
    ['words of an environment', `COMANDA_API_URL=${URL_2}\nCOMANDA_CLIENT_ID=${ID}\nCOMANDA_CLIENT_SECRET=${SECRET}`],
    [
      'a script of a shell',
      `#!/bin/sh\n# CLIENT_ID=old\nexport API_URL="${URL_2}"\nexport CLIENT_ID='${ID}' # loja 3\nexport CLIENT_SECRET=${SECRET}`,
    ],
    ['JSON', JSON.stringify({ apiUrl: URL_2, clientId: ID, clientSecret: SECRET })],
    ['JSON over lines', JSON.stringify({ client_secret: SECRET, base_url: URL_2, client_id: ID }, undefined, 2)],
    [
      'JSON of a provisioning file',
      JSON.stringify({ connections: [{ name: 'Cantina', apiUrl: URL_2, clientId: ID, clientSecret: SECRET }] }),
    ],
    ['JSON with members inside', JSON.stringify({ api: { url: URL_2, client: { id: ID, secret: SECRET } } })],
    ['JSON among words', `Segue:\n${JSON.stringify({ apiUrl: URL_2, clientId: ID, clientSecret: SECRET })}\nAbraços`],
    ['a part of JSON', `"apiUrl": "${URL_2}",\n"clientId": "${ID}",\n"clientSecret": "${SECRET}"`],
    ['labels in one line', `URL: ${URL_2} Client ID: ${ID} Client Secret: ${SECRET}`],
    ['a form', `client_id=${ID}&client_secret=${SECRET}\n${URL_2}`],
    ['marks of a chat', `*URL da API:* ${URL_2}\n- *Client ID:* \`${ID}\`\n- *Client Secret:* \`${SECRET}\``],
    ['smart quotes', `Client ID: “${ID}”\nClient Secret: “${SECRET}”;\nURL: <${URL_2}>.`],
    ['invisible characters', `\ufeff${URL_2}\u200b\r\n${ID}\u00a0\r\n\u200e${SECRET}\r\n`],
    [
      'a mail',
      `Olá, tudo bem?\n\nSeguem os dados do aplicativo no https://portal.exemplo.com.br:\n\nEndereço (API): ${URL_2}\nClient ID: ${ID} (produção)\nClient Secret: ${SECRET}  copiar\n\nAtenciosamente,\nMarina\nsuporte@exemplo.com.br`,
    ],
    [
      'other names and addresses of the app',
      `Loja ID: 7781\nWebhook URL: https://loja.exemplo.com.br/aviso\nWebhook secret: whsec-1\nURL do token: https://pedidos.exemplo.com.br/oauth/token\nAPI URL: ${URL_2}\nClient ID: ${ID}\nClient Secret: ${SECRET}`,
    ],
    ['a secret with signs', `URL: ${URL_2}\nClient ID: ${ID}\nClient Secret: ${SECRET}`],
  ])('is sorted from %s', (_form, text) => {
    expect(sortPasted(text)).toEqual(ALL)
  })

  it('a label decides, not the length', () => {
    expect(sortPasted(`Client Secret: short\nClient ID: ${SECRET}\n${URL_2}`)).toEqual({
      address: URL_2,
      clientId: SECRET,
      clientSecret: 'short',
    })
  })

  it('of two equally long texts without labels the first is the id', () => {
    expect(sortPasted('11111111-aaaa\nhttps://a.example/x\n22222222-bbbb')).toEqual({
      address: 'https://a.example/x',
      clientId: '11111111-aaaa',
      clientSecret: '22222222-bbbb',
    })
  })

  it.each([
    ['7c0d5b1e-3f2a-4c8e-9a10-5d6e7f809a1b', 'Xk3Vb9-qLz_72mXw0RtPaYe4D_pQ8sTu'],
    ['7c0d5b1e-3f2a-4c8e-9a10-5d6e7f809a1b', '9f2c71ab04de5a6b7c8d9e0f1a2b3c4d'],
    ['comanda-app', '7c0d5b1e-3f2a-4c8e-9a10-5d6e7f809a1b'],
  ])('a UUID is the id beside a random text, else the longer one is the secret: %s', (clientId, clientSecret) => {
    const all = { address: URL_2, clientId, clientSecret }
    expect(sortPasted(`${URL_2}\n${clientId}\n${clientSecret}`)).toEqual(all)
    expect(sortPasted(`${clientSecret}\n${clientId}\n${URL_2}`)).toEqual(all)
  })

  it('the code of the app has a place of its own', () => {
    expect(sortPasted(`Endereço base: https://a.example\nCódigo do aplicativo: 9f2c\nClient ID: ${ID}`)).toEqual({
      address: 'https://a.example',
      hash: '9f2c',
      clientId: ID,
    })
  })

  it('an address without a scheme is one, a secret with dots is none', () => {
    expect(sortPasted(`eyJhbGciOi.eyJzdWIi9.SflKxw_adQssw5c\nmy-app\npedidos.exemplo.com.br/9f2c/od/v2`)).toEqual({
      address: 'pedidos.exemplo.com.br/9f2c/od/v2',
      clientId: 'my-app',
      clientSecret: 'eyJhbGciOi.eyJzdWIi9.SflKxw_adQssw5c',
    })
  })

  it('a labelled text that is no address stays one: the field says so', () => {
    expect(sortPasted('Endereço da API: portal da plataforma')).toEqual({ address: 'portal da plataforma' })
  })
})

describe('a text without them', () => {
  it.each([
    ['nothing', ''],
    ['blanks', ' \n\t '],
    ['words', 'Olá, tudo bem? Amanhã envio os dados.'],
    ['one word', 'segunda-feira'],
    ['JSON of another kind', '{"orders":[1,2,3],"open":true}'],
    ['labels alone', 'Client ID:\nClient Secret:'],
    ['broken JSON', '{{{{"""":,'],
  ])('gives nothing: %s', (_form, text) => {
    expect(sortPasted(text)).toEqual({})
  })

  it('gives the address alone beside one word that may be either', () => {
    expect(sortPasted(`${URL_2}\n${SECRET}`)).toEqual({ address: URL_2 })
  })
})

const letters = [...'abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789']
const token = (min: number, max: number, signs: string) =>
  fc
    .tuple(
      fc.constantFrom(...letters),
      fc.string({ unit: fc.constantFrom(...letters, ...signs), minLength: min, maxLength: max }),
      fc.constantFrom(...'23456789'),
    )
    .map((ends) => ends.join(''))

const values = fc.record({
  address: fc
    .tuple(token(4, 12, ''), token(4, 30, '-'), fc.constantFrom('', '/', '/od/v2'))
    .map(([host, path, end]) => `https://${host.toLowerCase()}.example.com/${path}${end}`),
  clientId: token(5, 20, '-_'),
  clientSecret: token(24, 60, '-_~+/=!@$%^*'),
})

const LABELS = {
  address: ['URL', 'API URL', 'Endereço da API', 'Endereço (API)', 'apiUrl', 'BASE_URL', 'Dirección', 'Address'],
  clientId: [
    'Client ID',
    'client_id',
    'clientId',
    'Identificação',
    'ID do aplicativo',
    'APP_CLIENT_ID',
    'Identificador',
  ],
  clientSecret: [
    'Client Secret',
    'client_secret',
    'clientSecret',
    'Senha',
    'Secret',
    'APP_CLIENT_SECRET',
    'Contraseña',
  ],
} as const
const FORMS = [
  (label: string, value: string) => `${label}: ${value}`,
  (label: string, value: string) => `${label}=${value}`,
  (label: string, value: string) => `${label} = "${value}"`,
  (label: string, value: string) => `${label}\n${value}`,
  (label: string, value: string) => `${label}:\n  ${value}\n`,
  (label: string, value: string) => `${label}\t${value}`,
  (label: string, value: string) => `  "${label}": "${value}",`,
  (label: string, value: string) => `- **${label}:** \`${value}\``,
]
const NAMES = ['address', 'clientId', 'clientSecret'] as const
const order = fc.shuffledSubarray([...NAMES], { minLength: 3 })

describe('generated texts', () => {
  it('labelled lines in any order and any form, with words before and behind', () => {
    const label = fc.record({
      address: fc.constantFrom(...LABELS.address),
      clientId: fc.constantFrom(...LABELS.clientId),
      clientSecret: fc.constantFrom(...LABELS.clientSecret),
    })
    const around = fc.constantFrom('', 'Olá!\n', 'Dados da loja, bom trabalho\n', '---\n')
    fc.assert(
      fc.property(
        values,
        order,
        label,
        fc.constantFrom(...FORMS),
        around,
        around,
        (given, names, label, form, head, tail) => {
          const lines = names.map((name) => form(label[name], given[name])).join('\n')
          expect(sortPasted(`${head}${lines}\n${tail}`)).toEqual(given)
        },
      ),
    )
  })

  it('plain values in any order, one a line or all in one', () => {
    fc.assert(
      fc.property(values, order, fc.constantFrom('\n', '\r\n', '\t', ' ', '\n\n', ' \n '), (given, names, between) => {
        expect(sortPasted(names.map((name) => given[name]).join(between))).toEqual(given)
      }),
    )
  })

  it('JSON of any depth', () => {
    const keys = fc.constantFrom(
      ['apiUrl', 'clientId', 'clientSecret'],
      ['api_url', 'client_id', 'client_secret'],
      ['baseUrl', 'id', 'secret'],
      ['url', 'CLIENT-ID', 'CLIENT-SECRET'],
    )
    fc.assert(
      fc.property(values, keys, fc.nat(4), (given, [address = '', id = '', secret = ''], depth) => {
        let content: unknown = {
          name: 'Cantina',
          [address]: given.address,
          [secret]: given.clientSecret,
          [id]: given.clientId,
        }
        for (let level = 0; level < depth; level++) content = level % 2 === 0 ? { credentials: content } : [content]
        expect(sortPasted(JSON.stringify(content))).toEqual(given)
      }),
    )
  })

  it('reads any text without an error, and gives only what stands in it', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (text) => {
        for (const value of Object.values(sortPasted(text))) expect(value).not.toBe('')
      }),
    )
  })

  it('reads the longest text at once', () => {
    for (const unit of ['{', ':', 'client id: ', '"', '\n', 'a=', '[[', 'https://'])
      expect(Object.keys(sortPasted(unit.repeat(100_000))).length).toBeLessThan(4)
  })
})
