package dev.hpa.app.serving;

import dev.hpa.spi.KubernetesApiException;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Authorizes requests: always allowed paths for all, everything for {@code system:masters}, the
 * rest by SubjectAccessReview; without an API server the rest is denied.
 */
final class Authorizer {

  private static final String MASTERS = "system:masters";

  private final Set<String> open = new HashSet<>();
  private final List<String> openPrefixes;
  private final @Nullable AccessReviewer reviewer;

  /**
   * @param reviewer null without an API server
   */
  Authorizer(List<String> alwaysAllowed, @Nullable AccessReviewer reviewer) {
    this.reviewer = reviewer;
    this.openPrefixes =
        alwaysAllowed.stream()
            .map(Authorizer::withoutSlash)
            .filter(path -> path.endsWith("*"))
            .map(path -> path.substring(0, path.length() - 1))
            .toList();
    alwaysAllowed.stream().map(Authorizer::withoutSlash).forEach(open::add);
  }

  /**
   * Whether a user may access a path.
   *
   * @throws KubernetesApiException if the API server does not answer
   * @throws TooManyReviewsException if the rate limit of reviews is exceeded
   */
  boolean isAllowed(User user, String verb, String path)
      throws KubernetesApiException, TooManyReviewsException {
    String bare = withoutSlash(path);
    if (open.contains(bare) || openPrefixes.stream().anyMatch(bare::startsWith)) {
      return true;
    }
    return user.groups().contains(MASTERS)
        || (reviewer != null && reviewer.isAllowed(user, verb, path));
  }

  private static String withoutSlash(String path) {
    return path.startsWith("/") ? path.substring(1) : path;
  }
}
