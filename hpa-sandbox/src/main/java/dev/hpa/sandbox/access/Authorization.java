package dev.hpa.sandbox.access;

import dev.hpa.sandbox.cluster.Cluster;
import java.util.Arrays;
import java.util.Locale;

/** What is asked before a request is let through. */
public enum Authorization {
  /** Whoever bears a known token may do everything. */
  ALLOW_ALL,
  /** Roles and their bindings; requests without a token are those of {@code system:anonymous}. */
  RBAC;

  /**
   * The one with a name as {@link #toString} gives it.
   *
   * @throws IllegalArgumentException when there is none
   */
  public static Authorization parse(String name) {
    return Arrays.stream(values())
        .filter(each -> each.toString().equals(name))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("give allow-all or rbac"));
  }

  /** Who decides; to be made before the first role is written. */
  public Authorizer in(Cluster cluster) {
    return this == RBAC ? RoleAuthorizer.follow(cluster) : new Authorizer.AllowAll();
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
