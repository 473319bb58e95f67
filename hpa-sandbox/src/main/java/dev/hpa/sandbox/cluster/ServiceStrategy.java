package dev.hpa.sandbox.cluster;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hpa.sandbox.cluster.StatusException.Cause;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * The strategy of Services: assigns cluster IPs, which nothing listens on. Node ports and load
 * balancers are not assigned.
 */
final class ServiceStrategy implements ResourceType.Strategy {

  private static final String NONE = "None";
  private static final int MAX_PORT = 65535;

  private static final List<JsonPointer> ADDRESS =
      Stream.of("clusterIP", "clusterIPs", "ipFamilies", "ipFamilyPolicy")
          .map(name -> JsonPointer.compile("/spec/" + name))
          .toList();

  @Override
  public List<JsonPointer> serverAssignedFields() {
    return ADDRESS;
  }

  @Override
  public void prepareForCreate(ObjectNode service) {
    setDefaults(service, address(service.path("metadata").path("uid").asText()));
    check(service);
    service.putObject("status").putObject("loadBalancer");
  }

  @Override
  public void prepareForUpdate(ObjectNode service, ObjectNode before) {
    JsonNode old = before.path("spec").path("clusterIP");
    setDefaults(service, old.asText(""));
    check(service);
    JsonNode now = service.path("spec").path("clusterIP");
    if (!old.asText("").isEmpty() && !now.equals(old)) {
      throw invalid(
          service, List.of(Cause.invalid("spec.clusterIP", now.toString(), "field is immutable")));
    }
  }

  /** An address of the default service CIDR 10.96.0.0/12, derived from the uid. */
  private static String address(String uid) {
    int hash = uid.hashCode() & 0xfffff;
    return "10.%d.%d.%d".formatted(96 + (hash >> 16), (hash >> 8) & 0xff, Math.max(1, hash & 0xff));
  }

  private static void setDefaults(ObjectNode service, String address) {
    ObjectNode spec = service.withObject("/spec");
    PodTemplates.putIfAbsent(spec, "type", "ClusterIP");
    PodTemplates.putIfAbsent(spec, "sessionAffinity", NONE);
    for (JsonNode port : spec.path("ports")) {
      if (port instanceof ObjectNode each) {
        PodTemplates.putIfAbsent(each, "protocol", "TCP");
        if (!each.has("targetPort")) {
          each.set("targetPort", each.path("port"));
        }
      }
    }
    if (!spec.path("type").asText().equals("ExternalName")) {
      setAddress(spec, address);
    }
  }

  private static void setAddress(ObjectNode spec, String address) {
    if (spec.path("clusterIP").asText("").isEmpty() && !address.isEmpty()) {
      spec.put("clusterIP", address);
    }
    spec.putArray("clusterIPs").add(spec.path("clusterIP"));
    if (!spec.has("ipFamilies")) {
      spec.putArray("ipFamilies").add("IPv4");
    }
    PodTemplates.putIfAbsent(spec, "ipFamilyPolicy", "SingleStack");
    PodTemplates.putIfAbsent(spec, "internalTrafficPolicy", "Cluster");
  }

  private static void check(ObjectNode service) {
    JsonNode spec = service.path("spec");
    List<Cause> causes = new ArrayList<>();
    boolean needsPorts =
        !spec.path("type").asText().equals("ExternalName")
            && !spec.path("clusterIP").asText().equals(NONE);
    if (needsPorts && spec.path("ports").isEmpty()) {
      causes.add(Cause.required("spec.ports", ""));
    }
    int index = 0;
    for (JsonNode port : spec.path("ports")) {
      int number = port.path("port").asInt();
      if (number < 1 || number > MAX_PORT) {
        causes.add(
            Cause.invalid(
                "spec.ports[" + index + "].port",
                Integer.toString(number),
                "must be between 1 and 65535, inclusive"));
      }
      index++;
    }
    if (!causes.isEmpty()) {
      throw invalid(service, causes);
    }
  }

  private static StatusException invalid(ObjectNode service, List<Cause> causes) {
    return StatusException.invalid(
        "", "Service", service.path("metadata").path("name").asText(), causes);
  }
}
