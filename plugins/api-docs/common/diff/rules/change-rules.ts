import { commonRules } from './common-rules.ts'
import { graphqlRules } from './graphql-rules.ts'
import { grpcRules } from './grpc-rules.ts'
import { httpRules } from './http-rules.ts'
import { messageRules } from './message-rules.ts'
import type { ChangeRule } from './rule.ts'
import { schemaRules } from './schema-rules.ts'

const rules = { ...commonRules, ...schemaRules, ...httpRules, ...messageRules, ...graphqlRules, ...grpcRules }

export type ChangeRuleId = keyof typeof rules

/** Every rule by which a change is judged, by id. */
export const changeRules: Readonly<Record<ChangeRuleId, ChangeRule>> = rules
