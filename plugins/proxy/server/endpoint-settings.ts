import { durationMs, secret } from '@portico/core/server'
import { z } from 'zod'

const EndpointObject = z.object({
  target: z.string().describe('The base URL that requests are forwarded to'),
  changeOrigin: z.boolean().default(true).describe('Sends the host of the target instead of that of the portal'),
  pathRewrite: z
    .record(z.string(), z.string())
    .exactOptional()
    .describe('Regular expressions over the path from /api/proxy on, and what replaces them: the first that matches applies'),
  headers: secret(z.record(z.string(), z.string())).default({}).describe('Headers of every request to the target'),
  allowedMethods: z.array(z.string()).exactOptional().describe('The methods that are forwarded; all by default'),
  allowedHeaders: z.array(z.string()).default([]).describe('Headers to pass on in both directions, besides the usual ones'),
  credentials: z
    .string()
    .default('require')
    .describe(
      'require: signed-in callers; forward: their Authorization header is passed on too; dangerously-allow-unauthenticated: everyone',
    ),
  secure: z.boolean().default(true).describe('Whether the certificate of the target is verified'),
  timeout: durationMs.default(60_000).describe('How long the target may send nothing'),
})
export type EndpointSettings = z.output<typeof EndpointObject>

/** An endpoint of the config: a target, or an object with more. */
export const Endpoint = z.union([z.string().transform(target => EndpointObject.parse({ target })), EndpointObject])
