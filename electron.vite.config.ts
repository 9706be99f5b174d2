import { resolve } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'electron-vite'
import { compileStartAtOnce, preloadFonts, RENDERER_OUTPUT } from './renderer/build.ts'
import { listBundledPackages } from './scripts/notices/bundled-packages.ts'

const at = (path: string) => resolve(import.meta.dirname, path)

/** Only the two native modules stay outside the bundles; everything else is bundled, so the package ships nothing more. */
const NATIVE_MODULES = ['better-sqlite3', 'keytar']

export default defineConfig({
  main: {
    plugins: [listBundledPackages(import.meta.dirname)],
    build: {
      outDir: 'out/main',
      externalizeDeps: { include: NATIVE_MODULES },
      rollupOptions: {
        // Two are threads' programs; what starts them looks for them beside itself.
        input: {
          main: at('electron/main.ts'),
          'copy-worker': at('electron/storage/repair/copy-worker.ts'),
          'body-worker': at('electron/platform/body-worker.ts'),
        },
        external: NATIVE_MODULES,
        output: { format: 'es', chunkFileNames: '[name]-[hash].js' },
      },
    },
  },
  preload: {
    plugins: [listBundledPackages(import.meta.dirname)],
    // A sandboxed preload is a single CommonJS file: it can require nothing but `electron`.
    build: {
      outDir: 'out/preload',
      externalizeDeps: false,
      rollupOptions: {
        input: at('electron/preload.ts'),
        output: { format: 'cjs', entryFileNames: '[name].cjs' },
      },
    },
  },
  renderer: {
    root: at('renderer'),
    build: {
      outDir: at('out/renderer'),
      minify: true,
      rollupOptions: { input: at('renderer/index.html'), output: RENDERER_OUTPUT },
    },
    plugins: [react(), preloadFonts(), compileStartAtOnce(), listBundledPackages(import.meta.dirname)],
  },
})
