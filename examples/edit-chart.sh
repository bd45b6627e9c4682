#!/bin/sh
# Makes the same change in the sample chart over HTTP: sh examples/edit-chart.sh <workspace id>
# Needs SHIPMATE_TOKEN, and TOOLS_API_URL where tools-api is not at its default address.
set -eu
workspace=$1
api=${TOOLS_API_URL:-http://127.0.0.1:8080}/api/tools

call() { # path, JSON
  curl --silent --show-error --fail-with-body "$api/$1" \
    --header "authorization: Bearer $SHIPMATE_TOKEN" --header 'content-type: application/json' --data "$2"
}
edit() { # fields of textEditor, as JSON
  call editor "{\"workspaceId\":\"$workspace\",$1}" && echo
}
field() { # name, JSON
  printf '%s' "$2" | sed "s/.*\"$1\":\"\([^\"]*\)\".*/\1/"
}

call versions/kubernetes '{"semverField":"minor"}' && echo
redis=$(call versions/subchart '{"chartName":"redis"}')
printf '%s\n' "$redis"
dependency="  - name: redis\n    version: $(field version "$redis")\n    repository: $(field repositoryUrl "$redis")\n"

edit '"command":"view","path":"Chart.yaml"'
edit '"command":"str_replace","path":"Chart.yaml",
  "oldStr":"kubeVersion:","newStr":"dependencies:\n'"$dependency"'kubeVersion:"'
edit '"command":"str_replace","path":"values.yaml",
  "oldStr":"storefront:\n  replicaCount: 2","newStr":"storefront:\n  replicaCount: 3"'
edit '"command":"create","path":"ci/redis-values.yaml","content":"redis:\n  architecture: standalone\n"'
