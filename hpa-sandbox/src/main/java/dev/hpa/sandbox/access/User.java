package dev.hpa.sandbox.access;

import java.util.List;
import java.util.stream.Stream;

/**
 * Somebody who makes requests.
 *
 * @param uid empty for whoever has none
 */
public record User(String name, String uid, List<String> groups) {

  /** Whoever is in it may do everything. */
  public static final String MASTERS = "system:masters";

  private static final String ALL_AUTHENTICATED = "system:authenticated";
  private static final String SERVICE_ACCOUNTS = "system:serviceaccounts";

  /** Whoever bears no token. */
  public static final User ANONYMOUS =
      new User("system:anonymous", "", List.of("system:unauthenticated"));

  /** Whoever bears a token nobody knows. */
  public static final User UNKNOWN = new User("", "", List.of());

  /** Whoever may do everything. */
  public static final User ADMIN = authenticated("system:admin", "", List.of(MASTERS));

  /** Whoever looks at the page, and may do nothing but that. */
  public static final User VIEWER = new User("sandbox:viewer", "", List.of());

  public User {
    groups = List.copyOf(groups);
  }

  /** A user who bears a known token and so is in {@code system:authenticated}, too. */
  public static User authenticated(String name, String uid, List<String> groups) {
    return new User(
        name,
        uid,
        Stream.concat(groups.stream(), Stream.of(ALL_AUTHENTICATED)).distinct().toList());
  }

  static User ofServiceAccount(String namespace, String name, String uid) {
    return authenticated(
        serviceAccount(namespace, name),
        uid,
        List.of(SERVICE_ACCOUNTS, SERVICE_ACCOUNTS + ":" + namespace));
  }

  /** The name a service account has as a user. */
  static String serviceAccount(String namespace, String name) {
    return "system:serviceaccount:" + namespace + ":" + name;
  }
}
