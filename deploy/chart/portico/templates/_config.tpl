{{/* What the chart itself says to the portal. appConfig and extraConfig come later and win. */}}
{{- define "portico.chartConfig" -}}
app:
  baseUrl: {{ .Values.baseUrl | quote }}
backend:
  baseUrl: {{ .Values.baseUrl | quote }}
  listen: 0.0.0.0:7007
  dataFolder: /data
  lifecycle:
    serverShutdownTimeout: {{ printf "%ds" (int .Values.shutdownSeconds) }}
{{- if not .Values.database.embedded.enabled }}
{{- with .Values.database }}
  database:
    pool: { max: {{ int .maxConnections }} }
    connection:
      host: {{ .host | quote }}
      port: {{ int .port }}
      user: {{ .user | quote }}
      database: {{ .name | quote }}
      {{- if include "portico.hasPassword" $ }}
      password: ${PORTICO_DATABASE_PASSWORD}
      {{- end }}
      {{- if .tls.enabled }}
      ssl:
        rejectUnauthorized: {{ .tls.verify }}
        {{- if .tls.ca }}
        ca: { $file: /etc/portico/database-ca/ca.pem }
        {{- end }}
      {{- else }}
      ssl: false
      {{- end }}
{{- end }}
{{- end }}
{{- if .Values.kubernetesPlugin.enabled }}
kubernetes:
  serviceLocatorMethod: { type: multiTenant }
  clusterLocatorMethods:
    - type: config
      clusters:
        - name: own
          url: https://kubernetes.default.svc
          authProvider: serviceAccount
          caFile: /var/run/secrets/kubernetes.io/serviceaccount/ca.crt
{{- end }}
{{- end -}}
