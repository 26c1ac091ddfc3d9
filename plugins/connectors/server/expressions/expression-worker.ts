import { serveProcess } from '@portico/core/server/serve-process'
import { answerMessage } from './answer-message.ts'
import type { Message } from './messages.ts'

serveProcess((message: Message, report) => answerMessage(message, report))
