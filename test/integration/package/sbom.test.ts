import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { composeSbom } from '../../../scripts/package/sbom.ts'

const ROOT = resolve(import.meta.dirname, '../../..')

describe('the bill of materials', () => {
  const sbom = composeSbom(ROOT)

  it('has the form of CycloneDX, for this version of the product', () => {
    const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
    expect(sbom).toMatchObject({
      bomFormat: 'CycloneDX',
      specVersion: '1.5',
      metadata: { component: { type: 'application', name: 'comanda', version } },
    })
  })

  it('contains a name, a version, an address, a hash and a licence for each component', () => {
    expect(sbom.components.length).toBeGreaterThan(30)
    for (const component of sbom.components) {
      const { name, version, purl } = component
      expect(purl).toBe(`pkg:npm/${name.replace('@', '%40')}@${version}`)
      expect(component).toMatchObject({ type: 'library', scope: 'required', hashes: [{ alg: 'SHA-512' }] })
      // Licences from the SPDX list. A package with a licence expression would have the field `expression`.
      expect(component.licenses).toEqual([{ license: { id: expect.stringMatching(/^[A-Z][\w.-]+$/) } }])
    }
  })

  it('contains the packages of the notices, and Electron, which has notices of its own', () => {
    const notices = readFileSync(join(ROOT, 'THIRD_PARTY_NOTICES.txt'), 'utf8')
    const noticed = [...notices.matchAll(/^- (\S+) (\S+) \(.*\)$/gm)].map(([, name, version]) => `${name}@${version}`)
    const named = sbom.components.map(({ name, version }) => `${name}@${version}`)
    expect(named.filter((reference) => !reference.startsWith('electron@')).toSorted()).toEqual(noticed.toSorted())
    const { devDependencies } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
    expect(named).toContain(`electron@${devDependencies.electron}`)
  })

  it('lists the dependencies, and only between packages that it contains', () => {
    const known = new Set([sbom.metadata.component, ...sbom.components].map((component) => component['bom-ref']))
    expect(new Set(sbom.dependencies.map(({ ref }) => ref))).toEqual(known)
    expect(sbom.dependencies.flatMap(({ dependsOn }) => dependsOn).filter((each) => !known.has(each))).toEqual([])
  })
})
