import { execFileSync, spawnSync } from 'node:child_process'
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * ext4 in image files. A copy of an image is a drive after a power cut, if the drive reports flushes correctly. The
 * copy is not an atomic snapshot, and models neither torn sectors nor reordering in the drive's cache.
 */

const PREFIX = 'comanda-drive-'
const MEGABYTE = 1024 * 1024
const TOOLS = {
  format: 'mkfs.ext4',
  repair: 'fsck.ext4',
  mount: 'mount',
  unmount: 'umount',
  loop: 'losetup',
  find: 'which',
} as const

/** In memory if the system has a file system there, because the drive under the image is not tested. */
const HOME = existsSync('/dev/shm') ? '/dev/shm' : tmpdir()

/** The reason why this machine cannot mount images; `undefined` when it can. */
export function missingForDrives(): string | undefined {
  if (process.platform !== 'linux') return 'needs Linux with loop devices and root'
  if (process.getuid?.() !== 0) return 'needs root (to mount an image on a loop device)'
  const missing = Object.values(TOOLS).filter((tool) => spawnSync(TOOLS.find, [tool]).status !== 0)
  if (missing.length > 0) return `needs ${missing.join(', ')}`
  const { status, stderr } = spawnSync(TOOLS.loop, ['--find'], { encoding: 'utf8' })
  return status === 0 ? undefined : `needs a loop device: ${stderr.trim()}`
}

export type Drive = {
  readonly image: string
  /** Folder in which its file system is mounted. */
  readonly folder: string
  /** Unmounts it after a flush and deletes the image. */
  remove(): void
  /** The path of a copy of the image in its present state. */
  copy(): string
  remount(...options: readonly string[]): void
  /** Unmounts the file system and mounts it again, repaired as at the start of the machine. */
  reconnect(): Drive
}

/** A folder for images and mounts that is removed as a whole. */
export type DriveBay = {
  /** A file with an empty file system; each drive is made from a copy of it. */
  format(megabytes: number): string
  /** Mounts the image. The drive deletes the image at its end. */
  mount(image: string): Drive
  duplicate(image: string): string
  empty(): void
}

const run = (program: string, ...args: readonly string[]): string =>
  execFileSync(program, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })

function mountsBelow(folder: string): readonly string[] {
  return readFileSync('/proc/mounts', 'utf8')
    .split('\n')
    .flatMap((line) => line.split(' ')[1] ?? [])
    .filter((point) => point.startsWith(`${folder}/`))
}

function clear(folder: string): void {
  for (const point of mountsBelow(folder)) {
    // It is busy while a process of a test uses it. The lazy unmount completes when the process has ended.
    if (spawnSync(TOOLS.unmount, [point]).status !== 0) spawnSync(TOOLS.unmount, ['--lazy', point])
  }
  if (mountsBelow(folder).length === 0) rmSync(folder, { recursive: true, force: true })
}

/** Removes the folders of test runs that were killed. The name contains the process id of the run. */
function clearLeftovers(): void {
  for (const name of readdirSync(HOME).filter((one) => one.startsWith(PREFIX))) {
    const pid = name.slice(PREFIX.length).split('-')[0] ?? ''
    if (!existsSync(`/proc/${pid}`)) clear(join(HOME, name))
  }
}

export function openDriveBay(): DriveBay {
  clearLeftovers()
  const bay = mkdtempSync(join(HOME, `${PREFIX}${process.pid}-`))
  let count = 0
  const nextName = (kind: string): string => {
    count += 1
    return join(bay, `${kind}-${count}`)
  }
  const duplicate = (image: string): string => {
    const copy = nextName('image')
    copyFileSync(image, copy)
    return copy
  }
  const empty = (): void => clear(bay)
  // Also when the run is ended from outside.
  process.once('exit', empty)

  const mount = (image: string): Drive => {
    const folder = nextName('drive')
    mkdirSync(folder)
    run(TOOLS.mount, '-o', 'loop', image, folder)
    return {
      image,
      folder,
      copy: () => duplicate(image),
      remount: (...options) => {
        run(TOOLS.mount, '-o', ['remount', ...options].join(','), folder)
      },
      reconnect() {
        run(TOOLS.unmount, folder)
        // It ends with 1 when it has repaired something.
        spawnSync(TOOLS.repair, ['-p', image])
        return mount(image)
      },
      remove() {
        run(TOOLS.unmount, folder)
        rmSync(image)
        rmSync(folder, { recursive: true })
      },
    }
  }

  return {
    mount,
    duplicate,
    format(megabytes) {
      const image = nextName('image')
      writeFileSync(image, '')
      truncateSync(image, megabytes * MEGABYTE)
      run(TOOLS.format, '-q', '-F', image)
      return image
    },
    empty() {
      process.off('exit', empty)
      empty()
    },
  }
}
