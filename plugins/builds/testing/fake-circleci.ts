import { startFakeServer } from '@portico/integrations/testing'
import { answerCircle, createCircleModel, type CircleModel } from './circleci-model.ts'

/** CircleCI on loopback, behind `/api/v1.1`, for one token. The output of steps is at `/output/<name>`, and needs none. */
export async function startFakeCircleCi(options: { readonly token: string; readonly project: string }) {
  const model: CircleModel = createCircleModel(options.project, [])
  const outputs = new Map<string, unknown>()
  const fake = await startFakeServer(({ method, path, url, headers }) => {
    const output = /^\/output\/([\w.-]+)$/.exec(path)?.[1]
    if (output !== undefined) {
      // What identifies a user must not go to the storage of logs.
      if (headers.authorization !== undefined || headers.cookie !== undefined || headers['circle-token'] !== undefined)
        model.refused.push(`${path}: credentials were sent`)
      return outputs.has(output) ? { json: outputs.get(output) } : undefined
    }
    const base = '/api/v1.1'
    if (!path.startsWith(`${base}/`)) {
      model.refused.push(`${method} ${path}: there is no such call`)
      return undefined
    }
    if (headers['circle-token'] !== options.token) return { status: 401, json: { message: 'You must log in first.' } }
    return answerCircle(model, { method, path: path.slice(base.length), query: url.searchParams })
  })
  return Object.assign(fake, { model, outputs, target: `${fake.url}/api/v1.1` })
}
