/** Worker thread that hashes files for hasher.ts. */

import { answerTasks } from '../../files/answer-tasks.ts'
import { hashOf } from './hash-of.ts'

answerTasks(hashOf)
