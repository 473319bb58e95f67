package dev.hpa.sandbox.cluster;

/** The strategy of roles and their bindings, whose contents are not validated. */
final class RoleStrategy implements ResourceType.Strategy {

  @Override
  public boolean allowsPathSegmentNames() {
    return true;
  }
}
