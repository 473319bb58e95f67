# Sourced by build/release: its messages, and the parts that install a release in a cluster. The caller sets top, out and work, the folders of
# the source tree, of the files of the release and of intermediate files. A part that cannot be built ends the release.

step() { echo "release: $*" >&2; }
skip() { echo "release: skipped: $*" >&2; }
fail() {
  echo "release: $*" >&2
  exit 1
}

# set_times FOLDER: sets the times of all its files, which would differ from build to build
set_times() {
  find "$1" -exec touch -h -t 202601010000.00 {} +
}

# pack_tar FILE FOLDER: the folder with sorted entries, without owners and times
pack_tar() {
  set_times "$2"
  local owner='--owner=0 --group=0 --numeric-owner'
  tar --version | grep -q GNU || owner='--uid 0 --gid 0 --uname= --gname='
  (cd "$(dirname "$2")" && find "$(basename "$2")" | sort | tar --format=ustar $owner --no-recursion -cf - -T - | gzip -9n) >"$1"
}

# renderer: the command that renders a kustomization; returns 1 without one
renderer() {
  if command -v kustomize >/dev/null; then
    echo 'kustomize build'
  elif command -v kubectl >/dev/null; then
    echo 'kubectl kustomize'
  else
    echo 'release: install.yaml: neither kustomize nor kubectl is on the PATH; install one' >&2
    return 1
  fi
}

# require_manifest_inputs: returns 1 without an image name that a cluster can pull, or without a program that renders the manifests
require_manifest_inputs() {
  local usage='set it to the name of the published image, with its registry and without a tag, such as REGISTRY/hpa-controller'
  if [ -z "${HPA_IMAGE:-}" ]; then
    echo "release: HPA_IMAGE is not set; $usage" >&2
    return 1
  fi
  if ! [[ $HPA_IMAGE =~ ^[a-z0-9][a-z0-9._-]*(:[0-9]+)?(/[a-z0-9][a-z0-9._-]*)+$ ]]; then
    echo "release: HPA_IMAGE: invalid image name \"$HPA_IMAGE\"; $usage" >&2
    return 1
  fi
  renderer >/dev/null
}

# write_install_yaml VERSION: the overlay drop-in with the published image
write_install_yaml() {
  cp -r "$top/deploy/kustomize" "$work/kustomize"
  mkdir "$work/kustomize/install"
  cat >"$work/kustomize/install/kustomization.yaml" <<YAML
resources: [../overlays/drop-in]
images: [{name: hpa-controller, newName: $HPA_IMAGE, newTag: $1}]
YAML
  $(renderer) "$work/kustomize/install" >"$out/install.yaml" || fail "install.yaml could not be rendered"
  grep -qF "image: $HPA_IMAGE:$1" "$out/install.yaml" || fail "install.yaml does not name the image $HPA_IMAGE:$1"
}

# write_chart VERSION: the Helm chart with the published image
write_chart() {
  local chart=$work/helm/hpa-controller
  mkdir "$work/helm"
  cp -r "$top/deploy/helm/hpa-controller" "$chart"
  sed -i.old -e "s/^version:.*/version: $1/" -e "s/^appVersion:.*/appVersion: \"$1\"/" "$chart/Chart.yaml"
  sed -i.old -e "s|^  repository: hpa-controller$|  repository: $HPA_IMAGE|" "$chart/values.yaml"
  rm "$chart/Chart.yaml.old" "$chart/values.yaml.old"
  grep -qxF "  repository: $HPA_IMAGE" "$chart/values.yaml" || fail "the chart does not name the image $HPA_IMAGE"
  pack_tar "$out/hpa-controller-$1.tgz" "$chart"
}

# build_image VERSION PLATFORM: only the controller, at the path and with the times that its AOT cache expects
build_image() {
  local archive=$work/hpa-$1-$2 app=$work/image/app architecture=${2#linux-}
  mkdir -p "$app/bin" "$app/lib"
  cp -rp "$archive/runtime" "$app"
  cp -p "$archive/bin/hpa-controller" "$app/bin"
  cp -p "$archive"/lib/hpa-controller.* "$archive"/lib/hpa-controller-app-*.jar "$archive"/lib/*.options "$archive"/lib/*.sh "$app/lib"
  tr ':' '\n' <"$archive/lib/hpa-controller.classpath" | sed 's#^LIB/##' | while read -r jar || [ -n "$jar" ]; do
    cp -p "$archive/lib/$jar" "$app/lib"
  done
  cp -p "$archive/LICENSE" "$archive/THIRD-PARTY.txt" "$app"
  # Jib requires the folder of a project's classes.
  mkdir -p "$top/deploy/image/target/classes"
  mvn -B -ntp -f "$top/deploy/image/pom.xml" -Drevision="$1" -Dimage.content="$work/image" -Dimage.architecture="${architecture/x64/amd64}" \
    ${HPA_IMAGE_BASE:+-Dimage.base="$HPA_IMAGE_BASE"} package >"$work/image.log" 2>&1 ||
    fail "image: $(grep -m 1 -o 'Failed to execute goal com.google.cloud.tools.*' "$work/image.log" || echo "see $work/image.log")"
  gzip -9nc "$top/deploy/image/target/jib-image.tar" >"$out/hpa-controller-$1-image-$2.tar.gz"
}
