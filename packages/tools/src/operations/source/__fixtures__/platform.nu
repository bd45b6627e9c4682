# Creates a Kubernetes cluster.
def "main create kubernetes" [
  provider: string                      # Where it runs.
  --name: string = "dot"                # Name of the cluster.
  --nodes (-n): int = 3                 # Number of nodes.
  --size: string@sizes                  # Machine size.
  --auth                                # Log in first.
  --min-nodes: int
] { print ([create $provider $name $nodes $auth] | to json --raw) }
def sizes [] { ["small" "large"] }
# Installs an ingress controller.
def "main apply ingress" [class: string = "traefik", host?: string, ...hosts: string] { print ([apply $class $host ...$hosts] | to json --raw) }
# Takes what no command line can hold.
def "main load" [rows: table] { }
def helper [x] { }
def main [] {}
