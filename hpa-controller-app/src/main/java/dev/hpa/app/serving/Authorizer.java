package dev.hpa.app.serving;

import dev.hpa.spi.KubernetesApiException;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What callers may see: everybody the open paths, the cluster's masters everything, others what the
 * API server says; without one to ask, nothing.
 */
final class Authorizer {

  private static final String MASTERS = "system:masters";

  private final Set<String> open = new HashSet<>();
  private final List<String> openPrefixes;
  private final @Nullable AccessReviewer reviewer;

  /**
   * @param reviewer null when there is no API server to ask
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
   * Whether a caller may.
   *
   * @throws KubernetesApiException when the API server does not answer
   * @throws TooManyReviewsException when it may not be asked now
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
