package dev.hpa.validation;

import dev.hpa.api.NameValidation;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * Validates container resource names: standard resources, huge pages, and qualified extended
 * resources.
 */
final class ContainerResourceNames {

  private static final String HUGE_PAGES = "hugepages-";
  private static final String REQUESTS = "requests.";

  private static final Set<String> OF_CONTAINERS = Set.of("cpu", "memory", "ephemeral-storage");

  private static final Set<String> STANDARD =
      Set.of(
          "cpu",
          "memory",
          "ephemeral-storage",
          "storage",
          "pods",
          "services",
          "services.nodeports",
          "services.loadbalancers",
          "replicationcontrollers",
          "resourcequotas",
          "secrets",
          "configmaps",
          "persistentvolumeclaims",
          "requests.cpu",
          "requests.memory",
          "requests.ephemeral-storage",
          "requests.storage",
          "limits.cpu",
          "limits.memory",
          "limits.ephemeral-storage");

  private ContainerResourceNames() {}

  /** The errors of a name that is not empty. */
  static List<String> errors(String name) {
    List<String> errors = new ArrayList<>(NameValidation.qualifiedName(name));
    boolean badKey = !errors.isEmpty();
    if (name.contains("/")) {
      if (!isExtended(name)) {
        errors.add("doesn't follow extended resource name standard");
      }
      return errors;
    }
    if (!badKey && !isStandard(name)) {
      errors.add("must be a standard resource type or fully qualified");
    }
    if (!OF_CONTAINERS.contains(name) && !name.startsWith(HUGE_PAGES)) {
      errors.add("must be a standard resource for containers");
    }
    return errors;
  }

  private static boolean isStandard(String name) {
    return STANDARD.contains(name)
        || name.startsWith(HUGE_PAGES)
        || name.startsWith(REQUESTS + HUGE_PAGES);
  }

  private static boolean isExtended(String name) {
    return name.contains("kubernetes.io/")
        || (!name.startsWith(REQUESTS) && NameValidation.qualifiedName(REQUESTS + name).isEmpty());
  }
}
