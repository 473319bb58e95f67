package dev.hpa.sandbox.cluster;

/** The strategy of Roles and ClusterRoles. Privilege escalation is not checked. */
final class RoleStrategy implements ResourceType.Strategy {

  @Override
  public boolean allowsPathSegmentNames() {
    return true;
  }
}
