import { useLocation, useNavigate, useParams, useRouteRef } from '@portico/core/web'
import { useEffect, useEffectEvent } from 'react'
import { selectedTemplateRoute } from '../routes.ts'

/** Addresses without a namespace lead to the template of the default one. */
export default function LegacyTemplatePage() {
  const { templateName = '' } = useParams()
  const { search } = useLocation()
  const navigate = useNavigate()
  const toTemplate = useRouteRef(selectedTemplateRoute)
  const redirect = useEffectEvent(() => void navigate(`${toTemplate({ namespace: 'default', templateName })}${search}`, { replace: true }))
  useEffect(() => redirect(), [])
  return undefined
}
