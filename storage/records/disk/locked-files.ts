import type { FileSystem, WritableFile } from './file-system.ts'
import type { Lock } from './lock.ts'

/** File system that refuses all changes once the lock is lost, so that two processes never write at once. */
export function lockedFiles(fs: FileSystem, lock: Lock): FileSystem {
  const locked =
    <Given extends unknown[], T>(change: (...given: Given) => Promise<T>) =>
    async (...given: Given): Promise<T> => {
      await lock.verify()
      return change(...given)
    }
  const guard = (file: WritableFile): WritableFile => ({
    write: locked((data, position) => file.write(data, position)),
    truncate: locked((length) => file.truncate(length)),
    touch: locked(() => file.touch()),
    sync: () => file.sync(),
    close: () => file.close(),
  })
  return {
    list: (path) => fs.list(path),
    read: (path, take) => fs.read(path, take),
    openToRead: (path) => fs.openToRead(path),
    changedMs: (path) => fs.changedMs(path),
    syncFolder: (path) => fs.syncFolder(path),
    makeFolder: locked((path) => fs.makeFolder(path)),
    create: locked(async (path, options) => guard(await fs.create(path, options))),
    edit: locked(async (path) => guard(await fs.edit(path))),
    rename: locked((from, to) => fs.rename(from, to)),
    link: locked((from, to) => fs.link(from, to)),
    remove: locked((path) => fs.remove(path)),
  }
}
