package dev.hpa.kube.client;

import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a user chooses within kubeconfigs, as the options of kubectl do. Immutable.
 *
 * @param context {@code --context}; empty for the current context
 * @param user {@code --as}, the user to impersonate; empty for that of the kubeconfig
 * @param groups {@code --as-group}, the groups to impersonate; without effect without a user
 * @param uid {@code --as-uid}; empty for none
 * @param server called instead of the API server; null for none
 */
public record KubeconfigChoice(
    String context, String user, List<String> groups, String uid, @Nullable Server server) {

  /** What the kubeconfigs say. */
  public static final KubeconfigChoice NONE = new KubeconfigChoice("", "", List.of(), "");

  public KubeconfigChoice {
    groups = List.copyOf(groups);
  }

  /** A choice for the API server. */
  public KubeconfigChoice(String context, String user, List<String> groups, String uid) {
    this(context, user, groups, uid, null);
  }

  /**
   * A server that asks the API server who its callers are, such as the port of a controller. The
   * credentials of the kubeconfig are sent to it; nothing else of the cluster applies.
   *
   * @param url with the scheme https
   * @param authority file of the certificates that verify its own; null for those of the system
   * @param isInsecure whether its certificate is not verified
   * @param name expected name in its certificate; empty for the host of the URL
   * @param tokenFile file of a token that replaces all credentials of the kubeconfig; null for none
   */
  public record Server(
      String url,
      @Nullable Path authority,
      boolean isInsecure,
      String name,
      @Nullable Path tokenFile) {}

  /** A copy for another server. */
  public KubeconfigChoice at(Server other) {
    return new KubeconfigChoice(context, user, groups, uid, other);
  }
}
