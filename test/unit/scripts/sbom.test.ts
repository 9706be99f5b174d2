import { describe, expect, it } from 'vitest'
import { shippedPart } from '../../../scripts/package/sbom.ts'

const component = (reference: string, name: string) => ({
  'bom-ref': reference,
  type: 'library',
  name,
  version: '1.0.0',
  scope: 'optional',
  purl: `pkg:npm/${reference}`,
  properties: [{ name: 'cdx:npm:package:development', value: 'true' }],
  licenses: [{ license: { id: 'MIT' } }],
})

/** The output of npm for a product in the folder `worktree`: `alias` is another name of `@real/native`. */
const LOCKED = {
  bomFormat: 'CycloneDX',
  specVersion: '1.5',
  metadata: { component: component('product@1.0.0', 'worktree'), lifecycles: [{ phase: 'pre-build' }] },
  components: [
    component('tool@1.0.0', 'tool'),
    component('bundled@1.0.0', 'bundled'),
    component('@real/native@1.0.0', 'alias'),
  ],
  dependencies: [
    { ref: 'product@1.0.0', dependsOn: ['tool@1.0.0', 'bundled@1.0.0'] },
    { ref: 'tool@1.0.0', dependsOn: ['bundled@1.0.0'] },
    { ref: 'bundled@1.0.0', dependsOn: ['tool@1.0.0', '@real/native@1.0.0'] },
  ],
}
const shipped = (name: string, version = '1.0.0') => ({
  folder: `node_modules/${name}`,
  name,
  version,
  licence: 'MIT',
})

describe("the shipped part of npm's list", () => {
  const part = shippedPart(LOCKED, 'product', [shipped('bundled'), shipped('@real/native')])

  it('leaves out packages that are not shipped, also from the dependencies', () => {
    expect(part.components.map((each) => each['bom-ref'])).toEqual(['@real/native@1.0.0', 'bundled@1.0.0'])
    expect(part.dependencies).toEqual([
      { ref: 'product@1.0.0', dependsOn: ['bundled@1.0.0'] },
      { ref: 'bundled@1.0.0', dependsOn: ['@real/native@1.0.0'] },
    ])
  })

  it('has the names of the packages, not those of folders and aliases', () => {
    expect(part.components.map(({ name }) => name)).toEqual(['@real/native', 'bundled'])
    expect(part.metadata.component).toMatchObject({ name: 'product', type: 'application' })
  })

  it('marks no shipped package as optional or for development', () => {
    for (const each of part.components) expect(each).toMatchObject({ scope: 'required', properties: [] })
  })

  it.each([
    ['of an unknown name', shipped('unknown')],
    ['of another version', shipped('bundled', '2.0.0')],
  ])('fails for a shipped package %s', (_what, other) => {
    expect(() => shippedPart(LOCKED, 'product', [other])).toThrow(`npm sbom does not name ${other.name}@`)
  })

  it("fails when npm's output has an unexpected form", () => {
    expect(() => shippedPart({ ...LOCKED, bomFormat: 'SPDX' }, 'product', [])).toThrow()
  })
})
