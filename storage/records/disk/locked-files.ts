import type { FileSystem, WritableFile } from './file-system.ts'
import type { Lock } from './lock.ts'

/** The same disk, on which nothing is changed any more once the lock is another's: so two never write there. */
export function lockedFiles(fs: FileSystem, lock: Lock): FileSystem {
  const guard = (file: WritableFile): WritableFile => ({
    async write(data, position) {
      await lock.verify()
      return file.write(data, position)
    },
    async truncate(length) {
      await lock.verify()
      return file.truncate(length)
    },
    sync: () => file.sync(),
    close: () => file.close(),
  })
  return {
    list: (path) => fs.list(path),
    read: (path, take) => fs.read(path, take),
    openToRead: (path) => fs.openToRead(path),
    changedMs: (path) => fs.changedMs(path),
    touch: (path) => fs.touch(path),
    syncFolder: (path) => fs.syncFolder(path),
    async makeFolder(path) {
      await lock.verify()
      return fs.makeFolder(path)
    },
    async create(path, options) {
      await lock.verify()
      return guard(await fs.create(path, options))
    },
    async edit(path) {
      await lock.verify()
      return guard(await fs.edit(path))
    },
    async rename(from, to) {
      await lock.verify()
      return fs.rename(from, to)
    },
    async link(from, to) {
      await lock.verify()
      return fs.link(from, to)
    },
    async remove(path) {
      await lock.verify()
      return fs.remove(path)
    },
  }
}
