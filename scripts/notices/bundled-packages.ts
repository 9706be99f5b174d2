import type { Plugin } from 'vite'

/** File with the list of packages, in the folder of each bundle. It is not shipped. */
export const PACKAGE_LIST = 'packages.json'

/** The folder of the npm package that a file belongs to; undefined for the product's own files. */
export function packageFolderOf(file: string): string | undefined {
  const path = file.replaceAll('\\', '/').replace(/^\0/, '').replace(/\?.*$/, '')
  return /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(path)?.[1]
}

/** Lists the npm packages whose code, fonts or pictures a bundle contains, for the notices of their licences. */
export function listBundledPackages(root: string): Plugin {
  const prefix = `${root.replaceAll('\\', '/')}/`
  return {
    name: 'comanda-list-bundled-packages',
    generateBundle(_options, bundle) {
      const files = Object.values(bundle).flatMap((output) =>
        output.type === 'chunk'
          ? Object.entries(output.modules).flatMap(([id, module]) => (module.code ? [id] : []))
          : output.originalFileNames.map((name) => (name.startsWith('..') ? `${root}/renderer/${name}` : name)),
      )
      const folders = files.flatMap((file) => packageFolderOf(file) ?? [])
      const names = [
        ...new Set(folders.map((folder) => folder.replace(prefix, '').replace(/^.*?(?=node_modules\/)/, ''))),
      ]
      this.emitFile({ type: 'asset', fileName: PACKAGE_LIST, source: JSON.stringify(names.toSorted(), null, 2) })
    },
  }
}
