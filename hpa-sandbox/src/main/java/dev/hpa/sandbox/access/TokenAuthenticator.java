package dev.hpa.sandbox.access;

import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Authenticates bearer tokens, which are valid until they are revoked. Tokens are random strings
 * without content.
 *
 * <p>Thread-safe.
 */
public final class TokenAuthenticator {

  /** The audience of all tokens: the API server. */
  public static final String API_SERVER = "https://kubernetes.default.svc";

  private static final SecureRandom RANDOM = new SecureRandom();

  private final Map<String, User> known = new ConcurrentHashMap<>();

  /** Creates a token of {@code system:admin}, which may do everything. */
  public String createAdminToken() {
    return create(User.ADMIN);
  }

  /** Creates a token of {@link User#OBSERVER}. */
  public String createObserverToken() {
    return create(User.OBSERVER);
  }

  /** Creates a token of a user. */
  public String create(User user) {
    byte[] bytes = new byte[16];
    RANDOM.nextBytes(bytes);
    String token = HexFormat.of().formatHex(bytes);
    add(new StaticUser(user, token));
    return token;
  }

  /** Adds a token. It replaces the user of an existing token. */
  public void add(StaticUser user) {
    known.put(user.token(), user.user());
  }

  /** The user of a token; null when the token is unknown or revoked. */
  public @Nullable User user(String token) {
    return known.get(token);
  }

  /** Revokes a token; returns false when it does not exist. */
  public boolean revoke(String token) {
    return known.remove(token) != null;
  }
}
