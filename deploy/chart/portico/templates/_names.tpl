{{- define "portico.name" -}}
{{- default .Chart.Name .Values.nameOverride | trunc 50 | trimSuffix "-" -}}
{{- end -}}

{{- define "portico.fullname" -}}
{{- if .Values.fullnameOverride -}}
{{- .Values.fullnameOverride | trunc 50 | trimSuffix "-" -}}
{{- else if contains (include "portico.name" .) .Release.Name -}}
{{- .Release.Name | trunc 50 | trimSuffix "-" -}}
{{- else -}}
{{- printf "%s-%s" .Release.Name (include "portico.name" .) | trunc 50 | trimSuffix "-" -}}
{{- end -}}
{{- end -}}

{{- define "portico.selector" -}}
app.kubernetes.io/name: {{ include "portico.name" . }}
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end -}}

{{- define "portico.labels" -}}
{{ include "portico.selector" . }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version | replace "+" "_" }}
{{- with .Values.commonLabels }}
{{ toYaml . }}
{{- end }}
{{- end -}}

{{- define "portico.serviceAccount" -}}
{{- if .Values.serviceAccount.name -}}
{{- .Values.serviceAccount.name -}}
{{- else -}}
{{- ternary (include "portico.fullname" .) "default" .Values.serviceAccount.create -}}
{{- end -}}
{{- end -}}

{{- define "portico.image" -}}
{{- if .Values.image.digest -}}
{{- printf "%s@%s" .Values.image.repository .Values.image.digest -}}
{{- else -}}
{{- printf "%s:%s" .Values.image.repository (default .Chart.AppVersion .Values.image.tag) -}}
{{- end -}}
{{- end -}}

{{- define "portico.databaseSecret" -}}
{{- default (printf "%s-database" (include "portico.fullname" .)) .Values.database.existingSecret -}}
{{- end -}}

{{- define "portico.hasPassword" -}}
{{- if and (not .Values.database.embedded.enabled) (or .Values.database.existingSecret .Values.database.password) -}}yes{{- end -}}
{{- end -}}

{{- define "portico.hosts" -}}
{{- $own := (urlParse .Values.baseUrl).hostname -}}
{{- toJson (concat (list $own) .extraHosts | uniq) -}}
{{- end -}}

{{/* Values that contradict each other are refused with what to do. */}}
{{- define "portico.check" -}}
{{- $embedded := .Values.database.embedded.enabled -}}
{{- if and $embedded .Values.database.host -}}
{{- fail "database.embedded.enabled and database.host are both set. Choose one: the embedded database is for a trial, database.host is your own PostgreSQL." -}}
{{- end -}}
{{- if not (or $embedded .Values.database.host) -}}
{{- fail "No database. Set database.host to your own PostgreSQL, or database.embedded.enabled=true for a trial." -}}
{{- end -}}
{{- if and $embedded (gt (int .Values.replicas) 1) -}}
{{- fail "The embedded database serves one replica only. Set replicas=1, or database.host to your own PostgreSQL." -}}
{{- end -}}
{{- if and $embedded .Values.autoscaling.enabled -}}
{{- fail "The embedded database serves one replica only. Set autoscaling.enabled=false, or database.host to your own PostgreSQL." -}}
{{- end -}}
{{- if and .Values.database.password .Values.database.existingSecret -}}
{{- fail "database.password and database.existingSecret are both set. Choose one." -}}
{{- end -}}
{{- if and .Values.autoscaling.enabled (lt (int .Values.autoscaling.maxReplicas) (int .Values.autoscaling.minReplicas)) -}}
{{- fail "autoscaling.maxReplicas is less than autoscaling.minReplicas." -}}
{{- end -}}
{{- if le (int .Values.terminationGracePeriodSeconds) (add (int .Values.shutdownSeconds) (int .Values.preStopSeconds) | int) -}}
{{- fail "terminationGracePeriodSeconds must be greater than shutdownSeconds plus preStopSeconds. Otherwise pods are killed while they finish requests." -}}
{{- end -}}
{{- if and .Values.podDisruptionBudget.enabled (not .Values.autoscaling.enabled) (lt (int .Values.replicas) 2) -}}
{{- fail "podDisruptionBudget.enabled needs two replicas or autoscaling." -}}
{{- end -}}
{{- if and .Values.httpRoute.enabled (not .Values.httpRoute.parentRefs) -}}
{{- fail "httpRoute.enabled needs httpRoute.parentRefs, the Gateways that serve the route." -}}
{{- end -}}
{{- if and .Values.serviceMonitor.enabled (not .Values.serviceMonitor.tokenSecret) -}}
{{- fail "serviceMonitor.enabled needs serviceMonitor.tokenSecret: /metrics answers only with a token (portico token create prometheus --plugin app)." -}}
{{- end -}}
{{- end -}}
