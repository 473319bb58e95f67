{{- define "hpa-controller.selectorLabels" -}}
app.kubernetes.io/name: hpa-controller
app.kubernetes.io/component: controller
{{- end }}

{{- define "hpa-controller.labels" -}}
{{ include "hpa-controller.selectorLabels" . }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ .Chart.Name }}-{{ .Chart.Version }}
{{- end }}

{{- define "hpa-controller.scaleVerbs" -}}
{{ if .Values.shadow.enabled }}[get]{{ else }}[get, update]{{ end }}
{{- end }}

{{- define "hpa-controller.subject" -}}
- kind: ServiceAccount
  name: hpa-controller
  namespace: {{ .Release.Namespace }}
{{- end }}
