/** The notes that Helm prints after the installation of the starter chart. */
export const starterNotes = `{{ .Chart.Name }} {{ .Chart.AppVersion }} is installed as {{ .Release.Name }}.

To open it on this machine:

  kubectl --namespace {{ .Release.Namespace }} port-forward service/{{ include "<CHARTNAME>.fullname" . }} 8080:{{ .Values.service.port }}

and visit http://127.0.0.1:8080
`;
