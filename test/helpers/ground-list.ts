import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import type {
  GroundFiles,
  GroundList,
  LocalGroundList,
  NamedFile,
} from '../../storage/terrain/ground/types.ts'

/** Copies the files of a list into a folder, as a node has them: each in a folder named by its hash. */
export async function localList(
  files: GroundFiles,
  list: GroundList,
  folder: string,
): Promise<LocalGroundList> {
  const copied = async <T extends NamedFile>(file: T): Promise<T & { path: string }> => {
    const path = join(folder, file.sha256, file.name)
    const opened = await files.openFile(file.sha256)
    if (opened === undefined) throw new Error(`Expected ${file.name}.`)
    await mkdir(dirname(path), { recursive: true })
    await writeFile(path, await buffer(opened.stream(0, opened.bytes - 1)))
    return { ...file, path }
  }
  const local: LocalGroundList['files'] = []
  for (const { companions, ...file } of list.files) {
    const beside = companions && (await Promise.all(companions.map(copied)))
    local.push({ ...(await copied(file)), ...(beside && { companions: beside }) })
  }
  return { ...list, files: local }
}
