package dev.hpa.sandbox.table;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;

/** Prints Services. */
final class ServicePrinter {

  static final ResourcePrinter TABLE =
      new ResourcePrinter(
          List.of(
              TableColumn.IDENTITY,
              TableColumn.text(
                  "Type",
                  """
                  type determines how the Service is exposed. Defaults to ClusterIP. Valid \
                  options are ExternalName, ClusterIP, NodePort, and LoadBalancer. \
                  "ClusterIP" allocates a cluster-internal IP address for load-balancing to \
                  endpoints. Endpoints are determined by the selector or if that is not \
                  specified, by manual construction of an Endpoints object or EndpointSlice \
                  objects. If clusterIP is "None", no virtual IP is allocated and the \
                  endpoints are published as a set of endpoints rather than a virtual IP. \
                  "NodePort" builds on ClusterIP and allocates a port on every node which \
                  routes to the same endpoints as the clusterIP. "LoadBalancer" builds on \
                  NodePort and creates an external load-balancer (if supported in the \
                  current cloud) which routes to the same endpoints as the clusterIP. \
                  "ExternalName" aliases this service to the specified externalName. \
                  Several other fields do not apply to ExternalName services. More info: \
                  https://kubernetes.io/docs/concepts/services-networking/service/#publishing-services-service-types"""),
              TableColumn.text(
                  "Cluster-IP",
                  """
                  clusterIP is the IP address of the service and is usually assigned \
                  randomly. If an address is specified manually, is in-range (as per system \
                  configuration), and is not in use, it will be allocated to the service; \
                  otherwise creation of the service will fail. This field may not be \
                  changed through updates unless the type field is also being changed to \
                  ExternalName (which requires this field to be blank) or the type field is \
                  being changed from ExternalName (in which case this field may optionally \
                  be specified, as describe above).  Valid values are "None", empty string \
                  (""), or a valid IP address. Setting this to "None" makes a "headless \
                  service" (no virtual IP), which is useful when direct endpoint \
                  connections are preferred and proxying is not required.  Only applies to \
                  types ClusterIP, NodePort, and LoadBalancer. If this field is specified \
                  when creating a Service of type ExternalName, creation will fail. This \
                  field will be wiped when updating a Service to type ExternalName. More \
                  info: \
                  https://kubernetes.io/docs/concepts/services-networking/service/#virtual-ips-and-service-proxies"""),
              TableColumn.text(
                  "External-IP",
                  """
                  externalIPs is a list of IP addresses for which nodes in the cluster will \
                  also accept traffic for this service.  These IPs are not managed by \
                  Kubernetes.  The user is responsible for ensuring that traffic arrives at \
                  a node with this IP.  A common example is external load-balancers that \
                  are not part of the Kubernetes system."""),
              TableColumn.text(
                  "Port(s)",
                  """
                  The list of ports that are exposed by this service. More info: \
                  https://kubernetes.io/docs/concepts/services-networking/service/#virtual-ips-and-service-proxies"""),
              TableColumn.AGE,
              TableColumn.text(
                      "Selector",
                      """
                  Route service traffic to pods with label keys and values matching this \
                  selector. If empty or not present, the service is assumed to have an \
                  external process managing its endpoints, which Kubernetes will not \
                  modify. Only applies to types ClusterIP, NodePort, and LoadBalancer. \
                  Ignored if type is ExternalName. More info: \
                  https://kubernetes.io/docs/concepts/services-networking/service/""")
                  .wide()),
          ServicePrinter::cells);

  private ServicePrinter() {}

  private static List<Object> cells(JsonNode service, Instant now) {
    JsonNode spec = service.path("spec");
    return List.of(
        FieldReader.name(service),
        FieldReader.text(spec.path("type")),
        clusterIp(spec),
        external(spec, service.path("status").path("loadBalancer").path("ingress")),
        FieldReader.joined(
            spec.path("ports").valueStream().map(ServicePrinter::port).toList(), FieldReader.NONE),
        AgeFormat.of(service, now),
        FieldReader.labels(spec.path("selector")));
  }

  private static String clusterIp(JsonNode spec) {
    return FieldReader.textOr(
        spec.path("clusterIPs").path(0),
        FieldReader.textOr(spec.path("clusterIP"), FieldReader.NONE));
  }

  private static String external(JsonNode spec, JsonNode ingress) {
    List<String> own = spec.path("externalIPs").valueStream().map(FieldReader::text).toList();
    return switch (FieldReader.text(spec.path("type"))) {
      case "ClusterIP", "NodePort" -> FieldReader.joined(own, FieldReader.NONE);
      case "LoadBalancer" ->
          FieldReader.joined(Stream.concat(balancers(ingress), own.stream()).toList(), "<pending>");
      case "ExternalName" -> FieldReader.text(spec.path("externalName"));
      default -> FieldReader.UNKNOWN;
    };
  }

  private static Stream<String> balancers(JsonNode ingress) {
    return ingress
        .valueStream()
        .map(
            point -> FieldReader.textOr(point.path("ip"), FieldReader.text(point.path("hostname"))))
        .filter(address -> !address.isEmpty())
        .sorted()
        .distinct();
  }

  private static String port(JsonNode port) {
    int onNode = FieldReader.number(port.path("nodePort"));
    return FieldReader.number(port.path("port"))
        + (onNode == 0 ? "" : ":" + onNode)
        + "/"
        + FieldReader.text(port.path("protocol"));
  }
}
