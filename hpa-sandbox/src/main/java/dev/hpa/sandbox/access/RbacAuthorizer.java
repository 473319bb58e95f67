package dev.hpa.sandbox.access;

import dev.hpa.sandbox.access.Grant.Holder;
import dev.hpa.sandbox.cluster.Cluster;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * The RBAC authorizer: allows what the stored roles and bindings allow. {@code system:masters} may
 * do everything. ClusterRoles with an aggregation rule have their stored rules only.
 */
public final class RbacAuthorizer implements Authorizer {

  private final RoleIndex index;

  private RbacAuthorizer(RoleIndex index) {
    this.index = index;
  }

  /** An authorizer that follows the roles of a cluster from now on. */
  public static RbacAuthorizer follow(Cluster cluster) {
    return new RbacAuthorizer(RoleIndex.follow(cluster));
  }

  @Override
  public AuthorizationResult authorize(User user, RequestAttributes attempt) {
    if (user.groups().contains(User.MASTERS)) {
      return AuthorizationResult.ALLOWED;
    }
    List<String> problems = new ArrayList<>();
    for (Grant grant : (Iterable<Grant>) grants(user, namespace(attempt))::iterator) {
      List<PolicyRule> rules = index.rules(grant.role());
      if (rules == null) {
        problems.add(grant.missingRole());
      } else if (rules.stream().anyMatch(attempt::isGrantedBy)) {
        return new AuthorizationResult(true, grant.reason());
      }
    }
    return new AuthorizationResult(false, shown(problems));
  }

  private static String namespace(RequestAttributes attempt) {
    return attempt instanceof RequestAttributes.OnResource on ? on.namespace() : "";
  }

  private static String shown(List<String> problems) {
    return switch (problems.size()) {
      case 0 -> "";
      case 1 -> "RBAC: " + problems.getFirst();
      default -> "RBAC: [" + String.join(", ", problems) + "]";
    };
  }

  /** The grants of a user in the whole cluster and in a namespace. */
  private Stream<Grant> grants(User user, String namespace) {
    Stream<Grant> ofCluster = grantsIn("", user);
    return namespace.isEmpty() ? ofCluster : Stream.concat(ofCluster, grantsIn(namespace, user));
  }

  private Stream<Grant> grantsIn(String namespace, User user) {
    return Stream.concat(
            Stream.of(new Holder(false, user.name(), namespace)),
            user.groups().stream().map(group -> new Holder(true, group, namespace)))
        .flatMap(holder -> index.of(holder).stream());
  }
}
