package dev.hpa.sandbox.cluster;

/** Roles: whoever may write one may write any rule into it. */
final class RoleStrategy implements ResourceType.Strategy {

  @Override
  public boolean allowsPathSegmentNames() {
    return true;
  }
}
