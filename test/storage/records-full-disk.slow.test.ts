import t from 'tap'
import { fillAtEachCall } from '../helpers/full-disk.ts'

/** Each sixth of the ways in which a full disk goes on, of the six; `FULL_DISK_STRIDE` of 1: all of them. */
const stride = Number(process.env.FULL_DISK_STRIDE ?? 6)

t.test('a disk that is full at any call of a checkpoint loses nothing, and is used again', (t) =>
  fillAtEachCall(t, stride),
)
