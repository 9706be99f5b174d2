import { readArguments } from '../../scripts/script-arguments.ts'
import { measureBacklog } from './backlog.ts'
import { BENCH_USAGE, benchOptions, SCREEN_PARTS } from './bench-options.ts'
import { measureConnections } from './connections.ts'
import { measureDensity } from './density.ts'
import { printFiguresOfTests } from './figures-of-tests.ts'
import { PARTS_OF_PAGE, writePage } from './page.ts'
import { measureStart } from './start-app.ts'
import { measureScreens } from './thirty-screens.ts'
import { measureScreen } from './window-speed.ts'
import { measureWrites } from './writes.ts'

/**
 * `npm run bench [-- --repeats 40] [-- --only start,tap] [-- --cpu 1]`: prints tables of figures. Only the part `density`
 * ends with exit code 1 when a figure misses its bound. docs/performance.md describes what each part measures; `--page` writes
 * its figures.
 */
const options = readArguments(BENCH_USAGE, benchOptions)

if (options.isPage) await writePage(PARTS_OF_PAGE.filter(options.isSelected), options.repeats)
else await measure()

async function measure(): Promise<void> {
  if (options.isSelected('writes')) await measureWrites()
  if (options.isSelected('start-app')) await measureStart(options)
  if (options.isSelected('backlog')) await measureBacklog(options)
  if (options.isSelected('screens')) await measureScreens()
  if (options.isSelected('connections')) await measureConnections()
  if (options.isSelected('density')) measureDensity(options)
  if (SCREEN_PARTS.some(options.isSelected)) await measureScreen(options)
  if (options.isSelected('tests')) await printFiguresOfTests()
}
