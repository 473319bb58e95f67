package dev.hpa.sandbox.access;

import dev.hpa.sandbox.cluster.Cluster;
import java.util.Arrays;
import java.util.Locale;

/** The authorization mode. */
public enum AuthorizationMode {
  /** Every user with a known token may do everything. */
  ALLOW_ALL,
  /** Role-based access control; requests without a token are those of {@code system:anonymous}. */
  RBAC;

  /**
   * The mode with this name, as {@link #toString} prints it.
   *
   * @throws IllegalArgumentException for an unknown name
   */
  public static AuthorizationMode parse(String name) {
    return Arrays.stream(values())
        .filter(each -> each.toString().equals(name))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("unknown mode; use allow-all or rbac"));
  }

  /** The authorizer of this mode; to be created before the first role. */
  public Authorizer in(Cluster cluster) {
    return this == RBAC ? RbacAuthorizer.follow(cluster) : new Authorizer.AllowAll();
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
