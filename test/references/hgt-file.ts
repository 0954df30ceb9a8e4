import { writeAtomically } from '../../storage/files/atomic-file.ts'

/** Writes a square of heights (metres, row-major, row 0 = north, -32768 unknown) to an .hgt file, atomically. */
export async function writeHgt(path: string, heightsM: Int16Array): Promise<void> {
  const bytes = Buffer.from(heightsM.slice().buffer)
  bytes.swap16()
  await writeAtomically(path, (file) => file.writeFile(bytes), { isDurable: false })
}
