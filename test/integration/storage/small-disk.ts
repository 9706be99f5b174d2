import { execFileSync, spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'

const SMALL_BYTES = 6 * 1024 * 1024

/** The reason why this machine cannot mount a small disk; `undefined` when it can. */
export function whyNoSmallDisk(): string | undefined {
  if (process.platform !== 'linux') return 'loop devices are Linux’s'
  if (process.getuid?.() !== 0) return 'mounting needs root'
  if (spawnSync('mkfs.ext4', ['-V']).error) return 'mkfs.ext4 is missing (package e2fsprogs)'
  return spawnSync('losetup', ['-f']).status === 0 ? undefined : 'there is no loop device'
}

/** A folder on a separate file system of 6 MB, in a loop image that is removed after the test. */
export function smallDisk(): string {
  const folder = mkdtempSync(join(tmpdir(), 'comanda-disk-'))
  const image = join(folder, 'disk.img')
  const mount = join(folder, 'disk')
  writeFileSync(image, Buffer.alloc(SMALL_BYTES))
  mkdirSync(mount)
  execFileSync('mkfs.ext4', ['-q', '-F', '-m', '0', image])
  execFileSync('mount', ['-o', 'loop', image, mount])
  onTestFinished(() => {
    execFileSync('umount', ['-l', mount])
    rmSync(folder, { recursive: true, force: true })
  })
  chmodSync(mount, 0o755)
  return mount
}

const BLOCK_BYTES = 1024

/** Uses all free space except `blocks` of 4 kB. The returned function frees it again. */
export function fillDisk(folder: string, blocks = 0): () => void {
  const ballast = join(folder, 'ballast')
  const script = `dd if=/dev/zero of="$1" bs=4096 2>/dev/null; dd if=/dev/zero of="$1" bs=512 oflag=append conv=notrunc 2>/dev/null; sync "$1"`
  spawnSync('sh', ['-c', script, 'sh', ballast])
  if (blocks > 0) truncateSync(ballast, Math.max(0, statSync(ballast).size - blocks * 4 * BLOCK_BYTES))
  return () => rmSync(ballast)
}
