import { serveProcess } from '@portico/core/server/serve-process'
import { toMarkdown } from './to-markdown.ts'

serveProcess(toMarkdown)
