/** Worker thread that hashes files for hasher.ts. */

import { answerTasks } from '../../files/answer-tasks.ts'
import { hashOf } from './hasher.ts'

answerTasks(hashOf)
