import type { NoticeKey } from '../../shared/texts/texts.ts'
import type { OpenFailure } from '../storage/open-database.ts'
import type { StorageTrouble } from '../storage/trouble.ts'

/** The notice for a disk that refuses writes. */
export const NOTICE_OF_TROUBLE: Readonly<Record<StorageTrouble, NoticeKey>> = {
  'disk-full': 'storage-full',
  'in-use': 'storage-busy',
  'read-only': 'storage-read-only',
  damaged: 'storage-failing',
  io: 'storage-failing',
}

/** The notice when nothing could be opened. */
export const NOTICE_OF_FAILURE: Readonly<Record<OpenFailure, NoticeKey>> = {
  ...NOTICE_OF_TROUBLE,
  damaged: 'storage-damaged',
  'newer-version': 'storage-newer',
  'sqlite-too-old': 'storage-failing',
  'pragma-refused': 'storage-failing',
}
/** No change of the disk ends it: another version of the program, or a repair, does. */
export const isLasting = (failure: OpenFailure): boolean => failure === 'damaged' || failure === 'newer-version'
