package dev.hpa.app.serving;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * An authenticated user.
 *
 * @param uid empty if there is none
 * @param extra extra attributes of the authenticator
 */
record User(String name, String uid, List<String> groups, Map<String, List<String>> extra) {

  /** The user of requests without credentials. */
  static final User ANONYMOUS = new User("system:anonymous", "", List.of("system:unauthenticated"));

  private static final String AUTHENTICATED = "system:authenticated";

  User {
    groups = List.copyOf(groups);
    extra = new TreeMap<>(extra);
  }

  User(String name, String uid, List<String> groups) {
    this(name, uid, groups, Map.of());
  }

  /** This user as a member of {@code system:authenticated}. */
  User authenticated() {
    if (groups.contains(AUTHENTICATED)) {
      return this;
    }
    List<String> all = new ArrayList<>(groups);
    all.add(AUTHENTICATED);
    return new User(name, uid, all, extra);
  }
}
