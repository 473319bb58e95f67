package dev.hpa.metrics.prometheus;

import com.google.re2j.Matcher;
import com.google.re2j.Pattern;
import com.google.re2j.PatternSyntaxException;
import dev.hpa.metrics.prometheus.template.Template;
import dev.hpa.metrics.prometheus.template.TemplateException;
import dev.hpa.spi.KubernetesApiException;
import dev.hpa.spi.ResourceMapping;
import dev.hpa.spi.RestMapper;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The labels that name objects, and the resources of these objects, by the overrides and the
 * template of a rule. Thread-safe; calls may block on requests to the API server.
 */
final class ResourceLabels {

  private final Map<String, Rules.GroupResource> overrides;
  private final @Nullable Template template;
  private final @Nullable Pattern labels;
  private final RestMapper mapper;

  /**
   * @throws IllegalArgumentException if the template is invalid
   */
  ResourceLabels(Rules.Resources resources, RestMapper mapper) {
    this.overrides = resources.overrides() == null ? Map.of() : Map.copyOf(resources.overrides());
    this.mapper = mapper;
    String text = resources.template();
    this.template = text == null || text.isEmpty() ? null : parsed(text);
    this.labels = template == null ? null : labels(template, String.valueOf(text));
  }

  private static Template parsed(String text) {
    try {
      return Template.parse(text);
    } catch (TemplateException malformed) {
      throw new IllegalArgumentException(
          "resources.template: \"%s\": %s".formatted(text, malformed.getMessage()), malformed);
    }
  }

  /** The template with groups in place of the group and the resource. */
  private static Pattern labels(Template template, String text) {
    try {
      String expression = label(template, "(?P<group>.+?)", "(?P<resource>.+?)");
      Pattern pattern = Pattern.compile("^" + expression + "$");
      if (pattern.namedGroups().containsKey("resource")) {
        return pattern;
      }
    } catch (TemplateException | PatternSyntaxException malformed) {
      throw new IllegalArgumentException(
          "resources.template: \"%s\": %s".formatted(text, malformed.getMessage()), malformed);
    }
    throw new IllegalArgumentException(
        "resources.template: \"%s\" has no <<.Resource>>; add it".formatted(text));
  }

  private static String label(Template template, String group, String resource) {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("Group", group);
    fields.put("Resource", resource);
    return template.execute(fields);
  }

  /**
   * The label of a resource.
   *
   * @throws KubernetesApiException if the API server cannot be asked, or does not serve a resource
   * @throws TemplateException if there is no such label
   */
  String of(Resource resource) throws KubernetesApiException {
    for (Map.Entry<String, Rules.GroupResource> each : overrides.entrySet()) {
      if (resource(each.getValue()).equals(resource)) {
        return each.getKey();
      }
    }
    if (template == null) {
      throw new IllegalStateException("the rule has no label of " + resource);
    }
    ResourceMapping mapping = mapper.resource(resource.group(), resource.resource());
    String label =
        label(
            template,
            resource.group().replace('.', '_').replace('-', '_'),
            mapping.kind().toLowerCase(Locale.ROOT));
    if (label.isEmpty()) {
      throw new IllegalStateException("the template of labels is empty for " + resource);
    }
    return label;
  }

  private Resource resource(Rules.GroupResource named) throws KubernetesApiException {
    return resource(
        named.group() == null ? "" : named.group(),
        named.resource() == null ? "" : named.resource());
  }

  private Resource resource(String group, String resource) throws KubernetesApiException {
    ResourceMapping mapping = mapper.resource(group, resource);
    return new Resource(mapping.group(), mapping.resource());
  }

  /** The resources that the labels of a series name; labels of unknown resources name none. */
  List<Resource> of(Set<String> seriesLabels) throws KubernetesApiException {
    List<Resource> resources = new ArrayList<>();
    for (String label : seriesLabels) {
      Resource found = named(label);
      if (found != null) {
        resources.add(found);
      }
    }
    return resources;
  }

  private @Nullable Resource named(String label) throws KubernetesApiException {
    Rules.GroupResource override = overrides.get(label);
    if (override != null) {
      return resource(override);
    }
    Matcher found = labels == null ? null : labels.matcher(label);
    if (found == null || !found.matches()) {
      return null;
    }
    String group = labels.namedGroups().containsKey("group") ? found.group("group") : "";
    try {
      return resource(group == null ? "" : group, found.group("resource"));
    } catch (KubernetesApiException unknown) {
      if (unknown.code() == 0) {
        return null;
      }
      throw unknown;
    }
  }
}
