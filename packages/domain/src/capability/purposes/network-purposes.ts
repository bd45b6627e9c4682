import type { GroupPurposes } from './group-purposes.ts';

/** Purposes of routing, service meshes, network policies, addresses and DNS. */
export const networkPurposes: Readonly<Record<string, GroupPurposes>> = {
  'gateway.networking.k8s.io': {
    source: 'https://gateway-api.sigs.k8s.io/',
    kinds: {
      Gateway: 'Listens on ports, such as HTTPS 443, for traffic from outside and hands it to routes.',
      GatewayClass: 'Names a controller that serves gateways.',
      HTTPRoute: 'Exposes services over HTTP: routes requests by hostname, path and header, with weights and retries.',
      GRPCRoute: 'Routes gRPC requests by service and method.',
      TLSRoute: 'Passes encrypted TLS connections on by server name (SNI).',
      TCPRoute: 'Routes TCP connections by port.',
      UDPRoute: 'Routes UDP by port.',
      ReferenceGrant: 'Allows references across namespaces, such as from a route to a service of another namespace.',
      BackendTLSPolicy: 'Encrypts traffic from a gateway to a service.',
    },
  },
  'networking.istio.io': {
    source: 'https://istio.io/latest/docs/reference/config/networking/',
    kinds: {
      VirtualService: 'Routes requests in the mesh: splits by weight, retries, timeouts, rewrites, mirrors.',
      DestinationRule: 'Load balancing, connection limits, circuit breaking and outlier ejection for a service.',
      Gateway: 'Listens at the edge of the mesh for traffic from outside.',
      ServiceEntry: 'Adds an external service on the internet, or a machine, to the mesh.',
      Sidecar: 'Limits which services the proxy of a workload knows and may reach.',
      EnvoyFilter: 'Changes the configuration of Envoy proxies.',
    },
  },
  'security.istio.io': {
    source: 'https://istio.io/latest/docs/reference/config/security/',
    kinds: {
      PeerAuthentication: 'Requires encrypted traffic, mutual TLS (mTLS), between services of the mesh.',
      AuthorizationPolicy: 'Allows or denies which services and users may call a service of the mesh.',
      RequestAuthentication: 'Validates tokens (JWT) of requests.',
    },
  },
  'telemetry.istio.io': {
    source: 'https://istio.io/latest/docs/reference/config/telemetry/',
    kinds: { Telemetry: 'Configures traces, metrics and access logs of the mesh.' },
  },
  'traefik.io': {
    source: 'https://doc.traefik.io/traefik/reference/routing-configuration/kubernetes/crd/http/ingressroute/',
    kinds: {
      IngressRoute: 'Exposes services over HTTP by hostname and path, with Traefik.',
      IngressRouteTCP: 'Routes TCP connections with Traefik.',
      Middleware: 'Rate limits, authenticates, redirects or rewrites requests at Traefik.',
      TLSOption: 'The TLS versions and ciphers that Traefik accepts.',
      TLSStore: 'The default certificate of Traefik.',
    },
  },
  'projectcontour.io': {
    source: 'https://projectcontour.io/docs/',
    kinds: { HTTPProxy: 'Exposes services over HTTP by hostname and path, with weights and TLS, with Contour.' },
  },
  'gateway.envoyproxy.io': {
    source: 'https://gateway.envoyproxy.io/docs/',
    kinds: {
      BackendTrafficPolicy: 'Rate limits, retries, timeouts and circuit breaking of a gateway.',
      SecurityPolicy: 'Authentication, CORS and authorization at a gateway.',
    },
  },
  'cilium.io': {
    source: 'https://docs.cilium.io/en/stable/',
    kinds: {
      CiliumNetworkPolicy: 'Allows or blocks traffic of pods, also by DNS name, HTTP path, and to the internet.',
      CiliumClusterwideNetworkPolicy: 'Allows or blocks traffic of pods in all namespaces.',
      CiliumEgressGatewayPolicy:
        'Sends outgoing traffic of pods through a gateway node with a fixed source IP address.',
      CiliumLoadBalancerIPPool: 'A range of IP addresses for services of type LoadBalancer.',
      CiliumBGPPeeringPolicy: 'Announces service addresses to routers over BGP.',
      CiliumL2AnnouncementPolicy: 'Announces service addresses on the local network.',
    },
  },
  'crd.projectcalico.org': {
    source: 'https://docs.tigera.io/calico/latest/reference/resources/',
    kinds: {
      NetworkPolicy: 'Allows or blocks traffic of pods in a namespace.',
      GlobalNetworkPolicy: 'Allows or blocks traffic of pods and nodes in the whole cluster.',
      IPPool: 'A range of IP addresses for pods.',
    },
  },
  'metallb.io': {
    source: 'https://metallb.io/configuration/',
    kinds: {
      IPAddressPool: 'A range of IP addresses for load balancers on own hardware.',
      L2Advertisement: 'Announces load balancer addresses on the local network.',
      BGPPeer: 'A router to which load balancer addresses are announced over BGP.',
      BGPAdvertisement: 'Announces load balancer addresses over BGP.',
    },
  },
  'externaldns.k8s.io': {
    source: 'https://kubernetes-sigs.github.io/external-dns/latest/',
    kinds: { DNSEndpoint: 'Creates DNS records, such as A or CNAME, for a hostname at a DNS provider.' },
  },
};
