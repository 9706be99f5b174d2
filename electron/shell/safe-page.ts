import { APP_HOST, APP_SCHEME, SAFE_PAGE_URL } from './app-origin.ts'

const STYLE_NAME = 'safe-page.css'
const STYLE_URL = `${APP_SCHEME}://${APP_HOST}/${STYLE_NAME}`

/** All three languages at once: the page must not depend on the settings, which may be what is broken. */
const MESSAGES = [
  {
    lang: 'pt-BR',
    title: 'A tela parou',
    text: 'Acompanhe os pedidos no portal da plataforma e chame o suporte. Nada do que foi recebido se perdeu. Uma nova tentativa começa automaticamente em um minuto.',
  },
  {
    lang: 'en',
    title: 'The screen has stopped',
    text: 'Follow the orders on the platform’s portal and call support. Nothing that was received is lost. Another attempt starts automatically in a minute.',
  },
  {
    lang: 'es',
    title: 'La pantalla se detuvo',
    text: 'Siga los pedidos en el portal de la plataforma y llame al soporte. Nada de lo recibido se perdió. Otro intento comienza automáticamente en un minuto.',
  },
] as const

const SAFE_PAGE = `<!doctype html>
<html lang="pt-BR">
<head><meta charset="utf-8"><title>Comanda</title><link rel="stylesheet" href="${STYLE_NAME}"></head>
<body><main role="alert" data-testid="safe-page">
${MESSAGES.map(({ lang, title, text }) => `<section lang="${lang}"><h1>${title}</h1><p>${text}</p></section>`).join('\n')}
</main></body>
</html>
`

const STYLE = `html { color-scheme: dark; background: #0d1012; color: #fff; font: 24px/1.4 system-ui, sans-serif; }
body { margin: 0; display: grid; min-height: 100vh; place-items: center; }
main { max-width: 60ch; padding: 32px; border-left: 12px solid #ff5c5c; }
h1 { font-size: 40px; line-height: 1.2; margin: 24px 0 8px; }
p { margin: 0; }
`

/** A part of the safe page, answered from memory so that it shows even when the screen's files are gone. */
export function safePageAsset(address: string): { readonly name: string; readonly body: string } | undefined {
  switch (address) {
    case SAFE_PAGE_URL:
      return { name: 'safe-page.html', body: SAFE_PAGE }
    case STYLE_URL:
      return { name: STYLE_NAME, body: STYLE }
    default:
      return undefined
  }
}
