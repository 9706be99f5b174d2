import { resolve } from 'node:path'
import { defineConfig } from 'vite'

const at = (path: string) => resolve(import.meta.dirname, '../..', path)

/**
 * `npm run station:build`: the main computer without a window. The two native modules stay outside, as in the app;
 * everything else is bundled. Two of the files are threads' programs; what starts them looks for them beside itself.
 */
export default defineConfig({
  build: {
    ssr: true,
    outDir: 'out-station',
    target: 'node24',
    minify: false,
    rolldownOptions: {
      input: {
        'comanda-station': at('packages/station/main.ts'),
        'copy-worker': at('electron/storage/repair/copy-worker.ts'),
        'body-worker': at('electron/platform/body-worker.ts'),
      },
      output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
    },
  },
  ssr: { noExternal: true, external: ['better-sqlite3', 'keytar'] },
})
