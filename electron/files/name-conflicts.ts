import { lstatSync, mkdirSync, renameSync, statSync } from 'node:fs'

/** Files and folders whose name something else has: a folder, a link, a pipe. Nothing is deleted. */

const FOLDER_MODE = 0o700

/** Whether anything has this name, also a link that leads nowhere. */
export const isNameTaken = (path: string): boolean => lstatSync(path, { throwIfNoEntry: false }) !== undefined

/** The path, or one like it that no file has: files that are set aside at the same instant are not overwritten. */
export const freeName = (path: string): string => (isNameTaken(path) ? freeName(`${path}.again`) : path)

/** Renames a folder that has the name of a file. Call before the file is written. */
export function makeRoomForFile(path: string): void {
  if (lstatSync(path, { throwIfNoEntry: false })?.isDirectory()) renameSync(path, freeName(`${path}.aside`))
}

function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory()
  } catch {
    return false
  }
}

/** Renames what is no folder and has the name of a folder. Call before the folder is made. */
export function makeRoomForFolder(path: string): void {
  if (isNameTaken(path) && !isFolder(path)) renameSync(path, freeName(`${path}.aside`))
}

/** Makes a folder that only its user can read, with its parents. What is no folder and has its name is set aside. */
export function makeFolder(path: string): void {
  makeRoomForFolder(path)
  mkdirSync(path, { recursive: true, mode: FOLDER_MODE })
}
