{{- define "portico.pod" -}}
metadata:
  annotations:
    checksum/config: {{ printf "%s%s" (include "portico.chartConfig" .) (toYaml .Values.appConfig) | sha256sum }}
    {{- if .Values.database.password }}
    checksum/database: {{ .Values.database.password | sha256sum }}
    {{- end }}
    {{- with .Values.podAnnotations }}
    {{- toYaml . | nindent 4 }}
    {{- end }}
  labels:
    {{- include "portico.labels" . | nindent 4 }}
    {{- with .Values.podLabels }}
    {{- toYaml . | nindent 4 }}
    {{- end }}
spec:
  serviceAccountName: {{ include "portico.serviceAccount" . }}
  automountServiceAccountToken: {{ or .Values.serviceAccount.automount .Values.kubernetesPlugin.enabled }}
  enableServiceLinks: false
  {{- with .Values.imagePullSecrets }}
  imagePullSecrets:
    {{- range . }}
    - name: {{ . }}
    {{- end }}
  {{- end }}
  {{- with .Values.podSecurityContext }}
  securityContext: {{- toYaml . | nindent 4 }}
  {{- end }}
  terminationGracePeriodSeconds: {{ int .Values.terminationGracePeriodSeconds }}
  {{- with .Values.initContainers }}
  initContainers: {{- toYaml . | nindent 4 }}
  {{- end }}
  containers:
    - name: portico
      image: {{ include "portico.image" . }}
      imagePullPolicy: {{ .Values.image.pullPolicy }}
      args:
        - start
        - --config=/etc/portico/config/chart.yaml
        - --config=/etc/portico/config/app-config.yaml
        {{- range $i, $file := .Values.extraConfig }}
        - --config=/etc/portico/extra/{{ $i }}/{{ $file.key }}
        {{- end }}
      ports:
        - { name: http, containerPort: 7007, protocol: TCP }
      {{- if or .Values.extraEnv (include "portico.hasPassword" .) }}
      env:
        {{- if include "portico.hasPassword" . }}
        - name: PORTICO_DATABASE_PASSWORD
          valueFrom:
            secretKeyRef:
              name: {{ include "portico.databaseSecret" . }}
              key: {{ .Values.database.existingSecretKey }}
        {{- end }}
        {{- with .Values.extraEnv }}
        {{- toYaml . | nindent 8 }}
        {{- end }}
      {{- end }}
      {{- with .Values.extraEnvFrom }}
      envFrom: {{- toYaml . | nindent 8 }}
      {{- end }}
      {{- range $name, $probe := .Values.probes }}
      {{- if $probe }}
      {{ $name }}Probe: {{- toYaml $probe | nindent 8 }}
      {{- end }}
      {{- end }}
      {{- if gt (int .Values.preStopSeconds) 0 }}
      lifecycle:
        preStop:
          sleep: { seconds: {{ int .Values.preStopSeconds }} }
      {{- end }}
      {{- with .Values.resources }}
      resources: {{- toYaml . | nindent 8 }}
      {{- end }}
      {{- with .Values.securityContext }}
      securityContext: {{- toYaml . | nindent 8 }}
      {{- end }}
      volumeMounts:
        - { name: config, mountPath: /etc/portico/config, readOnly: true }
        {{- range $i, $file := .Values.extraConfig }}
        - { name: extra-config-{{ $i }}, mountPath: /etc/portico/extra/{{ $i }}, readOnly: true }
        {{- end }}
        - { name: data, mountPath: /data }
        - { name: tmp, mountPath: /tmp }
        {{- if .Values.database.embedded.enabled }}
        - { name: shared-memory, mountPath: /dev/shm }
        {{- else if and .Values.database.tls.enabled .Values.database.tls.ca }}
        - { name: database-ca, mountPath: /etc/portico/database-ca, readOnly: true }
        {{- end }}
        {{- with .Values.extraVolumeMounts }}
        {{- toYaml . | nindent 8 }}
        {{- end }}
  volumes:
    - name: config
      configMap: { name: {{ include "portico.fullname" . }} }
    {{- range $i, $file := .Values.extraConfig }}
    - name: extra-config-{{ $i }}
      {{- include "portico.fileVolume" $file | nindent 6 }}
    {{- end }}
    - name: tmp
      emptyDir: { sizeLimit: {{ .Values.scratchSize }} }
    {{- if .Values.database.embedded.enabled }}
    - name: shared-memory
      emptyDir: { medium: Memory, sizeLimit: 128Mi }
    {{- else }}
    - name: data
      emptyDir: { sizeLimit: {{ .Values.scratchSize }} }
    {{- if and .Values.database.tls.enabled .Values.database.tls.ca }}
    - name: database-ca
      {{- include "portico.fileVolume" (merge (dict "path" "ca.pem") .Values.database.tls.ca) | nindent 6 }}
    {{- end }}
    {{- end }}
    {{- with .Values.extraVolumes }}
    {{- toYaml . | nindent 4 }}
    {{- end }}
  {{- with .Values.nodeSelector }}
  nodeSelector: {{- toYaml . | nindent 4 }}
  {{- end }}
  {{- with .Values.tolerations }}
  tolerations: {{- toYaml . | nindent 4 }}
  {{- end }}
  {{- with .Values.affinity }}
  affinity: {{- toYaml . | nindent 4 }}
  {{- end }}
  {{- if .Values.topologySpreadConstraints }}
  topologySpreadConstraints:
    {{- $own := dict "labelSelector" (dict "matchLabels" (include "portico.selector" . | fromYaml)) }}
    {{- range .Values.topologySpreadConstraints }}
    - {{- toYaml (merge (deepCopy .) $own) | nindent 6 }}
    {{- end }}
  {{- end }}
  {{- with .Values.priorityClassName }}
  priorityClassName: {{ . }}
  {{- end }}
{{- end -}}

{{/* One file of a ConfigMap or a Secret, under its key or the given path. */}}
{{- define "portico.fileVolume" -}}
{{- $items := list (dict "key" .key "path" (default .key .path)) -}}
{{- if .secret -}}
secret: {{- toYaml (dict "secretName" .secret "items" $items) | nindent 2 }}
{{- else -}}
configMap: {{- toYaml (dict "name" .configMap "items" $items) | nindent 2 }}
{{- end -}}
{{- end -}}
