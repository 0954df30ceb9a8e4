/** The thread that hashes files; hasher.ts has the other end. */

import { answerTasks } from '../../files/answer-tasks.ts'
import { hashOf } from './hash-of.ts'

answerTasks(hashOf)
