package dev.hpa.kube.discovery;

import dev.hpa.api.JsonStream;
import dev.hpa.api.TypeMetaReader;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;

/** The resources of a group version. */
record ResourceList(String groupVersion, List<ApiResource> resources) {

  /**
   * Reads an APIResourceList.
   *
   * @param requested the group version of a list that names none
   */
  static ResourceList read(String requested, InputStream body) throws IOException {
    TypeMetaReader head = new TypeMetaReader();
    List<ApiResource> resources = new ArrayList<>();
    String[] groupVersion = {""};
    JsonStream.readObject(
        body,
        (member, in) -> {
          switch (member) {
            case "groupVersion" -> groupVersion[0] = in.string();
            case "resources" -> in.array(() -> resources.add(resource(in)));
            default -> {
              if (!head.tryRead(member, in)) {
                in.skip();
              }
            }
          }
        });
    head.throwIfFailureStatus();
    if (!head.kind().isEmpty() && !head.kind().equals("APIResourceList")) {
      throw new IOException(
          "converting (v1." + head.kind() + ") to (v1.APIResourceList): unknown conversion");
    }
    return new ResourceList(groupVersion[0].isEmpty() ? requested : groupVersion[0], resources);
  }

  private static ApiResource resource(JsonStream in) throws IOException {
    ApiResource.Builder resource = new ApiResource.Builder();
    in.object(
        member -> {
          switch (member) {
            case "name" -> resource.name = in.string();
            case "singularName" -> resource.singular = in.string();
            case "kind" -> resource.kind = in.string();
            case "namespaced" -> resource.namespaced = in.bool();
            case "group" -> resource.group = in.string();
            case "version" -> resource.version = in.string();
            default -> in.skip();
          }
        });
    return resource.build();
  }
}
