/**
 * Imports point one way (docs/architecture.md): renderer → shared ← electron ← headless, and inside electron from the top of
 * `LEVELS` down. `npm run imports` enforces it.
 *
 * @import { IConfiguration, IForbiddenRuleType } from 'dependency-cruiser'
 */

/**
 * Folders of electron/ from the top down; main.ts and composition/ compose them. Values come from the folder itself, the next
 * two levels and the lowest one; types may come from any level below, because they tie nothing together at run time. Rooms
 * join parts of every level below into one service.
 */
const LOWEST_LEVEL = ['files', 'logging', 'listening', 'liveness']
const LEVELS = [
  ['screens', 'customers', 'practice'],
  ['shell', 'ipc', 'webhook', 'diagnostics', 'upkeep'],
  ['kitchen'],
  ['core', 'lock', 'printing'],
  ['sync', 'setup', 'updates'],
  ['secrets'],
  ['platform', 'storage'],
  LOWEST_LEVEL,
]
const ROOMS = ['screens', 'upkeep', 'secrets', 'webhook']
/** The rooms of electron/screens/ from the top down. Its own files join them. */
const SCREENS_LEVELS = ['pairing', 'link', 'moving']

/** @type {IForbiddenRuleType[]} */
const layerRules = LEVELS.flatMap((level, depth) =>
  level.flatMap((folder) => {
    const below = [folder, ...LEVELS.slice(depth + 1).flat()]
    const near = [folder, ...LEVELS.slice(depth + 1, depth + 3).flat(), ...LOWEST_LEVEL]
    const next = ROOMS.includes(folder) ? below : [...new Set(near)]
    return [
      {
        name: `layer-${folder}`,
        comment: `electron/${folder}/ takes values only from ${next.join(', ')} and shared/`,
        severity: 'error',
        from: { path: `^electron/${folder}/` },
        to: {
          path: '^electron/',
          pathNot: `^electron/(${next.join('|')})/`,
          dependencyTypesNot: ['type-only'],
        },
      },
      {
        name: `layer-${folder}-types`,
        comment: `electron/${folder}/ does not import folders above it or beside it`,
        severity: 'error',
        from: { path: `^electron/${folder}/` },
        to: { path: '^electron/', pathNot: `^electron/(${below.join('|')})/`, dependencyTypes: ['type-only'] },
      },
    ]
  }),
)

/** @type {IForbiddenRuleType[]} */
const screensRules = SCREENS_LEVELS.map((room, depth) => ({
  name: `screens-${room}`,
  comment: `electron/screens/${room}/ imports no room above it`,
  severity: 'error',
  from: { path: `^electron/screens/${room}/` },
  to: { path: '^electron/screens/', pathNot: `^electron/screens/(${SCREENS_LEVELS.slice(depth).join('|')})/` },
}))

/** @type {IForbiddenRuleType[]} */
const folderRule = [
  {
    name: 'main-has-a-level',
    comment: 'a new folder of electron/ is added to LEVELS',
    severity: 'error',
    from: {},
    to: { path: '^electron/[^/]+/', pathNot: `^electron/(${[...LEVELS.flat(), 'composition'].join('|')})/` },
  },
]

/**
 * Folders of renderer/ from the top down. A folder imports, values and types alike, only from levels below its own:
 * `app/` composes the window, features do not import each other, and the lowest levels import no feature.
 */
const SCREEN_LEVELS = [
  ['app'],
  ['counter', 'settings'],
  ['wall', 'practice'],
  ['history', 'setup'],
  ['lock', 'sound', 'ticket'],
  ['places'],
  // The ground.
  ['ui/keyboard'],
  ['ui/window'],
  ['ui/controls', 'ui/design'],
  ['store', 'ui/text'],
]

/** @type {IForbiddenRuleType[]} */
const screenRules = [
  ...SCREEN_LEVELS.flatMap((level, depth) =>
    level.map((folder) => {
      const below = SCREEN_LEVELS.slice(depth + 1).flat()
      return {
        name: `screen-${folder}`,
        comment: `renderer/${folder}/ does not import folders above it or beside it`,
        severity: /** @type {const} */ ('error'),
        from: { path: `^renderer/${folder}/` },
        to: { path: '^renderer/', pathNot: `^renderer/(${[folder, 'ui/styles', ...below].join('|')})/` },
      }
    }),
  ),
  {
    name: 'screen-has-a-level',
    comment: 'a new folder of renderer/ is added to SCREEN_LEVELS',
    severity: 'error',
    from: {},
    to: { path: '^renderer/[^/]+/', pathNot: `^renderer/(${['ui/styles', ...SCREEN_LEVELS.flat()].join('|')})/` },
  },
]

/** @type {IForbiddenRuleType[]} */
const rules = [
  {
    name: 'shared-is-pure',
    comment: 'shared/ runs in windows and in the main process alike: nothing of Node, DOM, Electron or React; only zod',
    severity: 'error',
    from: { path: '^shared/' },
    to: { pathNot: '^shared/|node_modules/zod/' },
  },
  {
    name: 'renderer-imports-shared-only',
    comment: 'a window reaches the main process through the bridge, never through an import',
    severity: 'error',
    from: { path: '^renderer/' },
    to: { path: '^(electron|scripts|test)/' },
  },
  {
    name: 'renderer-runs-in-a-browser',
    comment: 'no module of Node and no package for the main process in a window',
    severity: 'error',
    from: { path: '^renderer/' },
    to: {
      path: 'node_modules/(electron|better-sqlite3|keytar|fastify|@fastify/[^/]+)/',
    },
  },
  {
    name: 'renderer-has-no-node',
    severity: 'error',
    from: { path: '^renderer/' },
    to: { dependencyTypes: ['core'] },
  },
  {
    name: 'electron-imports-no-screen',
    severity: 'error',
    from: { path: '^electron/' },
    to: { path: '^renderer/|node_modules/(react|react-dom|react-aria-components|react-i18next|zustand|lucide-react)/' },
  },
  {
    name: 'electron-at-the-edge',
    comment: 'everything else runs in plain Node and names the parts of Electron that it needs by types of its own',
    severity: 'error',
    from: { path: '^electron/', pathNot: '^electron/(shell/|ipc/|main\\.ts$|preload\\.ts$)' },
    to: { path: 'node_modules/electron/' },
  },
  {
    name: 'preload-is-thin',
    comment: 'a sandboxed preload carries no schemas and no part of the main process; types cost nothing',
    severity: 'error',
    from: { path: '^electron/preload\\.ts$' },
    to: { pathNot: '^shared/contract/calls\\.ts$|node_modules/electron/', dependencyTypesNot: ['type-only'] },
  },
  {
    name: 'one-door-to-repair',
    comment: 'the repair of the storage is reached through electron/storage/repair.ts',
    severity: 'error',
    from: { path: '^(electron|packages)/', pathNot: '^electron/storage/repair(/|\\.ts$)' },
    to: { path: '^electron/storage/repair/' },
  },
  {
    name: 'only-main-composes',
    comment: 'nothing of the product imports the composition root or the preload script',
    severity: 'error',
    from: { path: '^(electron|renderer|shared)/', pathNot: '^electron/(main\\.ts$|composition/)' },
    to: { path: '^electron/(main\\.ts$|preload\\.ts$|composition/)' },
  },
  {
    name: 'practice-platform-imports-no-client',
    comment: 'the practice platform shares no code with the client that it tests, so that a mistake is not in both',
    severity: 'error',
    from: { path: '^electron/practice/platform/' },
    to: { path: '^(electron|shared|renderer)/', pathNot: '^electron/practice/platform/' },
  },
  {
    name: 'practice-platform-is-for-practice',
    severity: 'error',
    from: { path: '^electron/', pathNot: '^electron/(practice/|composition/)' },
    to: { path: '^electron/practice/platform/' },
  },
  {
    name: 'relay-imports-the-client-alone',
    comment:
      'the relay shares the platform client, the acknowledgments, the logger, the watch of the main loop, the cipher, the reading of received bytes and shared/ with the app, and nothing of Electron',
    severity: 'error',
    from: { path: '^packages/relay/' },
    to: {
      path: '^(electron|renderer|scripts|test)/|node_modules/(electron|better-sqlite3|keytar|react)/',
      pathNot:
        '^electron/(platform/|logging/|sync/acknowledgment-(work|form)\\.ts$|liveness/loop-watch\\.ts$|secrets/cipher\\.ts$|listening/(signature|body-text)\\.ts$)',
    },
  },
  {
    name: 'nothing-imports-the-relay',
    severity: 'error',
    from: { path: '^(electron|renderer|shared|scripts)/' },
    to: { path: '^packages/relay/' },
  },
  {
    name: 'headless-has-no-window',
    comment: 'the main computer without a window is composed of the same parts as the app, without the desktop',
    severity: 'error',
    from: { path: '^packages/station/' },
    to: {
      path: '^(renderer|packages/relay|scripts|test)/|^electron/(shell/|main\\.ts$|preload\\.ts$)|node_modules/(electron|react)/',
    },
  },
  {
    name: 'nothing-imports-headless',
    severity: 'error',
    from: { path: '^(electron|packages/relay|renderer|shared|scripts)/' },
    to: { path: '^packages/station/' },
  },
  {
    name: 'product-knows-no-tests',
    severity: 'error',
    from: { path: '^(electron|renderer|shared)/' },
    to: { path: '^(test|scripts)/' },
  },
  {
    name: 'no-cycles',
    comment: 'files that import each other, be it for types alone, can only be read and moved together',
    severity: 'error',
    from: {},
    to: { circular: true },
  },
  {
    name: 'resolvable',
    severity: 'error',
    from: {},
    to: { couldNotResolve: true },
  },
]

/** @type {IConfiguration} */
export default {
  forbidden: [...rules, ...folderRule, ...layerRules, ...screensRules, ...screenRules],
  options: {
    // TypeScript 7 offers no parser to other programs; swc's parser distinguishes type-only imports as well.
    parser: 'swc',
    doNotFollow: { path: 'node_modules' },
    exclude: {
      path: [
        '(^|/)(out|dist|coverage|test-results)/',
        '^\\.cache/types/',
        '^packages/[^/]+/(test|vite\\.config\\.ts)',
        '^packages/electron-host/',
      ],
    },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.json', '.css'],
    },
    moduleSystems: ['es6', 'cjs'],
  },
}
