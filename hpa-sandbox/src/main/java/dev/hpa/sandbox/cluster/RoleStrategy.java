package dev.hpa.sandbox.cluster;

/** Roles: whoever may write one may write any rule into it. */
final class RoleStrategy implements ResourceType.Rules {

  @Override
  public boolean allowsAnyName() {
    return true;
  }
}
