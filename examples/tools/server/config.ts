import { z } from 'zod'

/** `exampleTools`: the tools of the example organisation. */
export const exampleToolsSections = {
  exampleTools: z
    .strictObject({
      port: z.int().min(0).max(65_535).describe('Where they listen, on 127.0.0.1 only. Other sections of the config lead there'),
    })
    .optional()
    .describe('Serves the build server, the clusters and the git host of the example organisation. Leave it out with your own tools'),
}
