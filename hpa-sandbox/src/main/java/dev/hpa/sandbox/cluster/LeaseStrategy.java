package dev.hpa.sandbox.cluster;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hpa.sandbox.cluster.StatusException.Cause;
import java.util.ArrayList;
import java.util.List;

/**
 * The strategy of Leases, whose updates need a resource version so that two holders cannot
 * overwrite each other.
 */
final class LeaseStrategy implements ResourceType.Strategy {

  @Override
  public boolean allowsUnconditionalUpdate() {
    return false;
  }

  @Override
  public void prepareForCreate(ObjectNode lease) {
    List<Cause> causes = new ArrayList<>();
    JsonNode spec = lease.path("spec");
    requireAtLeast(1, spec, "leaseDurationSeconds", "must be greater than 0", causes);
    requireAtLeast(0, spec, "leaseTransitions", "must be greater than or equal to 0", causes);
    if (!causes.isEmpty()) {
      throw StatusException.invalid(
          "coordination.k8s.io", "Lease", lease.path("metadata").path("name").asText(), causes);
    }
  }

  @Override
  public void prepareForUpdate(ObjectNode lease, ObjectNode before) {
    prepareForCreate(lease);
  }

  private static void requireAtLeast(
      int least, JsonNode spec, String field, String detail, List<Cause> causes) {
    JsonNode value = spec.path(field);
    if (value.isNumber() && value.asLong() < least) {
      causes.add(Cause.invalid("spec." + field, value.asText(), detail));
    }
  }
}
